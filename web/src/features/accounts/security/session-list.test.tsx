import type { OpenSession } from '@almas/contract/security';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deferred } from '../../../../../tests/support/deferred.ts';
import { expectAccessible } from '../../../../tests/accessible.ts';
import type { Answers } from '../../../../tests/api.ts';
import { press, takesPresses } from '../../../../tests/expectations.ts';
import { middleOf } from '../../../../tests/render.tsx';
import { reseller } from '../../../../tests/samples.ts';
import { openScreen } from '../../../../tests/screen.tsx';

const session = (id: string): OpenSession => ({
  id,
  current: id === 'own',
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  address: '192.0.2.7',
  createdAt: new Date().toISOString(),
  lastUsedAt: new Date().toISOString(),
});

const dialog = page.getByRole('dialog', { name: 'Sécurité du compte' });
const list = dialog.getByRole('list', { name: 'Sessions ouvertes' });
const end = dialog.getByRole('button', { name: /^Fermer la session/ });

/** Opens the sessions of this device, a phone and a tablet. */
async function open(answers: Answers = {}) {
  let items = ['own', 'phone', 'tablet'].map(session);
  const screen = await openScreen('/profile', reseller(), {
    'security.sessions': () => ({ items }),
    'security.endSession': ({ params }) => {
      items = items.filter(({ id }) => id !== params.id);
      return undefined;
    },
    ...answers,
  });
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'Sécurité' }).click();
  await expect.element(end).toHaveLength(2);
  return { ...screen, leave: (left: string) => (items = items.filter(({ id }) => id !== left)) };
}

test('after a session was ended with the keyboard its list has the focus, not the button of another session', async () => {
  await open();
  await takesPresses(end.first());
  await press(end.first(), '{Enter}');
  await expect.element(end).toHaveLength(1);
  await expect.element(list).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(end).toHaveFocus();
  await expectAccessible();
});

// Turned red by: a button that takes a press just after the row above it has left.
test('the second of two presses on « Fermer la session » does not end the session that takes the place of the first (P29)', async () => {
  const screen = await open();
  // At the bottom of a phone's screen, where the dialog shrinks from above.
  await page.viewport(390, 844);
  await takesPresses(end.last());
  const [x, y] = middleOf(end.last().element());
  const other = end.first().element();
  const { top } = other.getBoundingClientRect();
  // As soon as the row has left: on a busy machine a press of the test takes longer.
  const pressed = new Promise<void>((done) => {
    const changes = new MutationObserver(() => {
      if (other.getBoundingClientRect().top === top) return;
      changes.disconnect();
      (document.elementFromPoint(x, y) as HTMLElement | null)?.click();
      done();
    });
    changes.observe(document.body, { childList: true, subtree: true });
  });
  await end.last().click();
  await pressed;
  await expect.element(end).toHaveLength(1);
  expect(middleOf(end.element())).toEqual([x, y]);
  await expect.element(end).not.toHaveAttribute('aria-disabled');
  expect(screen.sent('security.endSession')).toHaveLength(1);
});

test('a user who ends one session sees only its button as busy, and can end another one meanwhile', async () => {
  const held = deferred();
  const screen = await open({
    'security.endSession': async ({ params }) => {
      await held.promise;
      screen.leave(params.id ?? '');
      return undefined;
    },
  });
  await end.first().click();
  await expect.element(end.first()).toHaveAttribute('aria-busy', 'true');
  // Read once: an assertion that waits would also pass after the first call was given up.
  expect(end.last().element().getAttribute('aria-busy')).toBeNull();
  await end.last().click();
  await expect.element(end.last()).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => screen.sent('security.endSession')).toHaveLength(2);
  held.resolve();
  await expect.element(end).toHaveLength(0);
  await expect.element(dialog.getByRole('listitem')).toHaveLength(1);
});
