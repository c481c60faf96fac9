import { languages as words } from '@almas/locale/screens/languages';
import { shell } from '@almas/locale/screens/shell';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectToast } from '../../../tests/expectations.ts';
import { configuration, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';
import { holdReload } from '../../platform/network/index.ts';

// Turned red by: a press that changes nothing while a call is open, and does not say so.
test('the other language waits for the next page while a call is open, and the press says so', async () => {
  onTestFinished(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the switch writes it.
    document.cookie = 'lang=;path=/;max-age=0';
  });
  const release = holdReload(() => true);
  onTestFinished(() => void release());
  const screen = await openScreen('/dashboard', reseller({ id: '11' }), {
    'configuration.get': { ...configuration, extensions: ['arabic'] },
    'accounts.language': { lang: null },
    'accounts.chooseLanguage': () => undefined,
  });
  await page.getByRole('button', { name: shell.userMenu }).click();
  await page.getByRole('menuitem', { name: words.other }).click();
  await expectToast(words.later);
  expect(screen.sent('accounts.chooseLanguage').map(({ body }) => body)).toEqual([{ lang: 'ar' }]);
});
