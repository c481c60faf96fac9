import { expect, onTestFinished, test } from 'vitest';
import { configuration, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';
import { holdReload, queryClient } from '../../platform/network/index.ts';
import { setTillDevice } from '../../platform/session/index.ts';

const cashier = { id: '7', name: 'Amine', dailyCap: 30_000, soldToday: 0, till: 1 };
const open = async (fields: Parameters<typeof reseller>[0]) => {
  const release = holdReload(() => true);
  onTestFinished(() => {
    void release();
    // biome-ignore lint/suspicious/noDocumentCookie: as the screen writes it.
    document.cookie = 'lang=;path=/;max-age=0';
  });
  const screen = await openScreen('/dashboard', reseller(fields), {
    'configuration.get': { ...configuration, extensions: ['arabic', 'cashiers'] },
    'accounts.language': { lang: 'ar' },
    'purchases.quickSales': { items: [] },
  });
  // What follows the language listens to the live events too.
  await screen.emit({ type: 'catalogue' });
  return screen;
};

test('the page of an account is loaded in the language that the account has chosen on another device [ARB-06]', async () => {
  await open({ id: '21' });
  await expect.poll(() => document.cookie).toContain('lang=ar');
});

// Turned red by: a device of cashiers that follows the account.
test.each([
  ['a cashier', { id: '22', cashier }, true],
  ['a cashier whose browser has forgotten what it is', { id: '23', cashier }, false],
  ['the reseller', { id: '24' }, true],
] as const)(
  'on a device of cashiers the page of %s keeps the language of the device, and does not read that of the account [ARB-06]',
  async (_, fields, isKnown) => {
    setTillDevice(isKnown);
    const screen = await open(fields);
    await expect.poll(() => queryClient.getQueryData(['configuration', 'get', {}])).toBeDefined();
    // What the screen asks for once it knows the switches is on its way before it reads them again.
    await screen.emit({ type: 'features' });
    await expect.poll(() => screen.sent('configuration.get').length).toBeGreaterThan(1);
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    expect(screen.sent('accounts.language')).toEqual([]);
    expect(document.cookie).not.toContain('lang=');
  },
);
