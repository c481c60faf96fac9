import type { User } from '@almas/contract/accounts';
import { expect, test } from 'vitest';
import { commands, type Locator, page, userEvent } from 'vitest/browser';
import { deferred } from '../../../tests/support/deferred.ts';
import { expectAccessible } from '../../tests/accessible.ts';
import { accountsOf } from '../../tests/accounts.ts';
import type { Answers } from '../../tests/api.ts';
import { boxesOf, boxOf, desk, phone } from '../../tests/boxes.ts';
import { everyPage } from '../../tests/every-page.ts';
import { takesPresses, toasts } from '../../tests/expectations.ts';
import { middleOf } from '../../tests/render.tsx';
import {
  administrator,
  configuration,
  listOf,
  offer,
  product,
  purchase,
  rechargeRequest,
  reseller,
  transaction,
} from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';

/*
 * What every dialog does, on the dialogs of the application.
 */
const amine = reseller();
const nadia = reseller({ id: '11', firstName: 'Nadia', lastName: 'Saadi', email: 'nadia@exemple.dz' });
const sold = product({ id: 'p1', game: 'Roblox', offers: [offer({ id: 'o1', name: 'Pack', stock: 12 })] });
const bought = purchase({ id: '40' });
const records = {
  accounts: [nadia],
  products: [sold],
  purchases: [bought],
  transactions: [transaction({ id: '9', description: 'Achat Diamants', type: 'purchase', purchaseId: '40' })],
  requests: [rechargeRequest({ id: '7', userId: nadia.id })],
};
const open = (path: string, user: User, answers: Answers = {}) =>
  openScreen(path, user, {
    ...everyPage(records),
    'configuration.get': { ...configuration, extensions: ['contact-delivery'] },
    'wallet.userTransactions': listOf(),
    'wallet.transaction': records.transactions[0] as never,
    ...answers,
  });

const dialog = page.getByRole('dialog');
const heading = dialog.getByRole('heading', { level: 2 });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const contact = button(/Contacter l’admin/);
const cross = dialog.getByRole('button', { name: 'Fermer', exact: true });
const isInDialog = () => document.activeElement?.closest('dialog') instanceof HTMLDialogElement;

async function openContact(answers: Answers = {}) {
  const screen = await open('/dashboard', amine, answers);
  await contact.click();
  await expect.element(dialog).toBeVisible();
  return screen;
}

/** Chooses an action of the account's row, behind « … » or beside it. */
async function act(name: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: 'Nadia Saadi' });
  const found = row.getByRole('button', { name, exact: true });
  await expect.element(row).toBeVisible();
  if (found.length === 0) await row.getByRole('button', { name: /^Autres actions/ }).click();
  await found.click();
}

test('a dialog has a name, takes the focus, keeps Tab inside and gives the focus back; its title bar is no second banner of the page', async () => {
  await openContact();
  await expect.element(dialog).toHaveAccessibleName('Contacter l’administrateur');
  await expect.element(heading).toHaveTextContent('Contacter l’administrateur');
  await expect.element(dialog.getByRole('textbox')).toHaveFocus();
  await expect.element(dialog.css('header')).toHaveLength(0);
  expect(document.querySelectorAll('header, [role=banner]')).toHaveLength(1);
  const stops = dialog.css('button, textarea');
  const count = stops.length;
  expect(count).toBeGreaterThan(2);
  (stops.first().element() as HTMLElement).focus();
  for (const key of ['{Tab}', '{Shift>}{Tab}{/Shift}'])
    for (let i = 0; i < count; i += 1) {
      await userEvent.keyboard(key);
      expect(isInDialog(), `${key} ${i + 1}`).toBe(true);
    }
  await expect.element(stops.first()).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(stops.last()).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(stops.first()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toHaveLength(0);
  await expect.element(contact).toHaveFocus();
});

// Turned red by: a first focus that scrolls the heading of a low dialog, or what it is about, out of view.
test('at 200 % and 400 % a dialog opens at its beginning, and Tab leads to the control that has the first focus on a high screen', async () => {
  const control = dialog.css('[data-autofocus]');
  for (const [user, address, opener] of [
    [amine, '/catalog?game=Roblox', /Qté|quantité/i],
    [administrator(), '/admin/recharge', 'Approuver'],
    [administrator(), '/admin/recharge', 'Rejeter'],
  ] as const) {
    for (const height of [800, 400, 256]) {
      await page.viewport(height === 400 ? 640 : 320, height);
      await open(address, user);
      await button(opener).first().click();
      await expect.element(heading).toBeInViewport({ ratio: 1 });
      if (height === 400) await expect.element(dialog.css('dd, p').first()).toBeInViewport({ ratio: 1 });
      else await expect.element(height === 800 ? control : heading).toHaveFocus();
    }
    const stops = dialog.css('button, input, textarea, [tabindex="0"]').length;
    for (let i = 0; i < stops && document.activeElement !== control.element(); i += 1)
      await userEvent.keyboard('{Tab}');
    await expect.element(control).toHaveFocus();
    // Below the reasons to choose from, the browser scrolls to the line of a text that is written.
    await expect.element(control).toBeInViewport({ ratio: 0.5 });
    (heading.element() as HTMLElement).focus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    expect(isInDialog()).toBe(true);
  }
});

test('behind a dialog nothing can be pressed or scrolled; a press outside closes it, and one that began in its text does not', async () => {
  await desk();
  await openContact();
  await takesPresses(dialog);
  expect(document.elementFromPoint(...middleOf(contact.element()))?.closest('dialog')).not.toBeNull();
  const before = scrollY;
  await commands.pointAt(20, 400);
  await commands.wheel(600);
  expect(scrollY).toBe(before);
  const { x, y } = await boxOf(dialog.getByRole('textbox'));
  await commands.drag(x + 20, y + 10, 20, 400);
  await expect.element(dialog).toBeVisible();
  await commands.pointAt(20, 400);
  await commands.press(1);
  await expect.element(dialog).toHaveLength(0);
  await expect.element(contact).toHaveFocus();
});

test('on a phone a dialog is a sheet at the bottom of the screen, on a desk a box in its middle; a close request of the platform closes it and keeps the page', async () => {
  await phone();
  const { address } = await openContact();
  const panel = dialog.css(':scope > div').first();
  const box = () => panel.element().getBoundingClientRect();
  await expect.poll(() => [box().x, box().width, Math.round(box().bottom)]).toEqual([0, 390, 844]);
  await desk();
  await expect.poll(() => middleOf(panel.element()).map(Math.round)).toEqual([640, 400]);
  await phone();
  await takesPresses(dialog);
  // What Android sends for its Back: no step of the history is taken.
  (dialog.element() as HTMLDialogElement).requestClose();
  await expect.element(dialog).toHaveLength(0);
  expect(address()).toBe('/dashboard');
  await expect.element(contact).toHaveFocus();
});

/** The area that two elements share, in square pixels. */
async function overlap(one: Locator, other: Locator): Promise<number> {
  const [a = new DOMRect(), b = new DOMRect()] = await boxesOf(one, other);
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(width, 0) * Math.max(height, 0);
}

/** Whether a part of it is seen, neither beyond the screen nor scrolled out of its dialog. */
const isOnScreen = (control: Locator) =>
  new Promise<boolean>((resolve) => {
    new IntersectionObserver(([entry], observer) => {
      observer.disconnect();
      resolve(entry?.isIntersecting === true);
    }).observe(control.element());
  });

for (const [where, size] of [
  ['phone', phone],
  ['desk', desk],
] as const)
  test(`a message over a dialog can be read and closed and covers no button of the dialog, on a ${where}`, async () => {
    await size();
    const screen = await open('/profile', amine, {
      'rechargeRequests.create': ({ body }) => {
        const made = rechargeRequest({ amount: body.amount });
        screen.answer({ 'rechargeRequests.list': listOf(made) as never });
        return made;
      },
    });
    await button(/^Solde/)
      .first()
      .click();
    await dialog.getByLabelText('Montant (DA)').fill('700');
    await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
    const message = toasts().getByText(/Demande envoyée avec succès/);
    await expect.element(message).toBeVisible();
    const toast = toasts().css('*:has(> p)');
    // A message under the pointer stays.
    await userEvent.hover(message);
    await expect.element(dialog.getByText(/^700\sDA$/).first()).toBeVisible();
    for (const control of dialog.css(':scope > div').first().getByRole('button').all())
      if (await isOnScreen(control)) expect(await overlap(toast, control)).toBe(0);
    await expectAccessible();
    await toasts().getByRole('button', { name: 'Fermer' }).click();
    await expect.element(message).toHaveLength(0);
    await expect.element(dialog).toBeVisible();
  });

test('a message that a dialog leaves behind stays on the page and covers no balance, on a phone and on a desk', async () => {
  for (const [size, shown] of [
    [phone, 'balance-chip'],
    [desk, 'sidebar-balance'],
  ] as const) {
    await size();
    await openContact({ 'contact.send': () => undefined });
    await dialog.getByRole('textbox').fill('Bonjour');
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await expect.element(dialog).toHaveLength(0);
    const message = toasts().getByRole('status');
    await expect.element(message).toBeVisible();
    // A message under the pointer stays.
    await userEvent.hover(message);
    const toast = toasts().css('*:has(> [role=status])');
    for (const balance of [
      page.getByTestId(shown),
      page.css('main *:has(> [data-testid=dashboard-balance])'),
    ])
      expect(await overlap(toast, balance)).toBe(0);
  }
});

/** Opens the question whether to deactivate the account; its answer waits until the test lets it go. */
async function openDeactivation() {
  const held = deferred();
  const accounts = accountsOf(nadia);
  const screen = await open('/admin/users', administrator(), {
    ...accounts.answers,
    'users.deactivate': async ({ params }) => {
      await held.promise;
      return accounts.change(params.id ?? '', { status: 'inactive' });
    },
  });
  await act('Désactiver');
  const confirm = dialog.getByRole('button', { name: 'Confirmer' });
  await takesPresses(confirm);
  return { ...screen, confirm, release: held.resolve };
}
async function expectDeactivated(): Promise<void> {
  await expect.element(dialog).toHaveLength(0);
  await expect.element(page.getByText('Inactif', { exact: true }).first()).toBeVisible();
}

test('a dialog that waits for a response stays open, whatever is pressed', async () => {
  const { confirm, release, sent, back, address } = await openDeactivation();
  await confirm.click();
  await expect.poll(() => sent('users.deactivate')).toHaveLength(1);
  for (let i = 0; i < 3; i += 1) await userEvent.keyboard('{Escape}');
  // After repeated presses of Escape the browser closes the dialog by force; the application opens it again.
  await expect.element(dialog).toBeVisible();
  for (let i = 0; i < 3; i += 1) (dialog.element() as HTMLDialogElement).requestClose();
  await expect.element(dialog).toBeVisible();
  await commands.pointAt(20, 400);
  await commands.press(1);
  for (let i = 0; i < 2; i += 1) back();
  await expect.element(dialog).toBeVisible();
  expect(address()).toBe('/admin/users');
  await expect.poll(isInDialog).toBe(true);
  release();
  await expectDeactivated();
});

// Turned red by: a dialog that is locked when its call is reported as pending, which is one task after the press.
test('Escape in the same task as the press that sends a form does not close the dialog', async () => {
  const { confirm, release } = await openDeactivation();
  const pressed = confirm.element() as HTMLElement;
  pressed.click();
  // Microtasks that the press has started have ended.
  for (let step = 0; step < 200; step += 1) await null;
  pressed.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  await expect.element(confirm).toHaveAttribute('aria-busy', 'true');
  await expect.element(dialog).toBeVisible();
  release();
  await expectDeactivated();
});

test('Back closes the details of an account and keeps the list; once more leaves the page, and no step is left of details closed by their cross', async () => {
  const { address, back, forward, steps } = await open('/admin', administrator());
  await page.getByRole('navigation').css('a[href="/admin/users"]').first().click();
  await act('Détails');
  await expect.element(dialog).toBeVisible();
  back();
  await expect.element(dialog).toHaveLength(0);
  expect(address()).toBe('/admin/users');
  forward();
  await expect.element(dialog).toHaveTextContent(nadia.email);
  back();
  await expect.element(dialog).toHaveLength(0);
  const before = steps();
  for (let i = 0; i < 2; i += 1) {
    await act('Détails');
    await cross.first().click();
    await expect.element(dialog).toHaveLength(0);
    expect(address()).toBe('/admin/users');
  }
  expect(steps()).toBe(before);
  back();
  await expect.poll(address).toBe('/admin');
});

/** Opens a dialog and closes it as the browser does: by a step back, or by a close request of the platform. */
async function closes(
  how: 'back' | 'request',
  screen: Awaited<ReturnType<typeof open>>,
  name: string | RegExp,
  opener: () => Promise<void>,
): Promise<void> {
  const before = screen.address();
  await opener();
  const opened = page.getByRole('dialog', { name });
  await expect.element(opened).toBeVisible();
  if (how === 'back') screen.back();
  else {
    await takesPresses(opened);
    (opened.element() as HTMLDialogElement).requestClose();
  }
  await expect.element(opened, { message: String(name) }).toHaveLength(0);
  expect(screen.address()).toBe(before);
}

test('Back closes each dialog of a reseller that has an address, a close request of the platform the others: code bought, codes, operation, recharge requests', async () => {
  const catalog = await open('/catalog?game=Roblox', amine, { 'purchases.create': bought });
  await closes('request', catalog, 'Votre code', () => button(/^Acheter 1 code/).click());
  const history = await open('/card-history', amine);
  await closes('back', history, /Codes/, () => button('Voir les codes').first().click());
  const operations = await open('/operations', amine);
  await closes('request', operations, /.+/, () =>
    button(/Achat Diamants/)
      .first()
      .click(),
  );
  await closes('request', operations, 'Demandes de recharge', () =>
    button(/^Solde/)
      .first()
      .click(),
  );
});

test('Back closes each dialog of an administrator that has an address, a close request of the platform the others: accounts, requests, transactions and journal', async () => {
  const users = await open('/admin/users', administrator());
  for (const name of ['Transactions', 'Recharger', 'Désactiver'])
    await closes('request', users, /Nadia Saadi/, () => act(name));
  await closes('back', users, /Nadia Saadi/, () => act('Détails'));
  const requests = await open('/admin/recharge', administrator());
  await closes('back', requests, /demande/, () => button('Détails').first().click());
  for (const name of ['Approuver', 'Rejeter'])
    await closes('request', requests, /demande/, () => button(name).first().click());
  const transactions = await open('/admin/transactions', administrator());
  await closes('back', transactions, /.+/, () =>
    page.getByRole('row').nth(1).getByRole('button').first().click(),
  );
  const home = await open('/admin', administrator());
  await closes('back', home, 'Journal des actions', () => button('Journal des actions').click());
});

test('Back closes each dialog of an administrator that has an address, a close request of the platform the others: products, codes and offers', async () => {
  const products = await open('/admin/products?game=Roblox', administrator());
  await closes('back', products, sold.name, () => button('Détails').click());
  await closes('request', products, /Supprimer/, () =>
    button(/^Supprimer/)
      .first()
      .click(),
  );
  const edit = await open(`/admin/products/${sold.id}/edit`, administrator());
  await closes('request', edit, /Importer des codes/, () => button('Importer des codes').click());
  await closes('request', edit, /offre/, () =>
    button(/^Retirer|^Supprimer/)
      .first()
      .click(),
  );
});
