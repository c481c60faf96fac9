import type { Locator, Page } from '@playwright/test';
import { expect, pauseClock, test } from '../support/browser.ts';
import {
  createNamedReseller,
  createPendingReseller,
  decideAllPending,
  requestRecharge,
  uniqueWord,
} from './support/accounts.ts';
import { middleOf, takesPresses } from './support/boxes.ts';
import { administratorAtDesk, type Caller } from './support/callers.ts';
import { openLive } from './support/page-data.ts';
import { openAllDay, refusePendingTopUps, requestTopUp } from './support/top-up.ts';

/** Milliseconds between two presses, from a fast double click to two separate presses. */
const pauses = [50, 160, 300, 450, 800];

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administratorAtDesk(page, almas);
  await decideAllPending(admin);
});

/** The decisions that the page sends. */
function decisionsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/(approve|reject|activate|deactivate)$/.test(request.url()))
      sent.push(request.url());
  });
  return sent;
}

const wait = (page: Page, milliseconds: number) =>
  page.evaluate((pause) => new Promise((done) => setTimeout(done, pause)), milliseconds);

const press = async (page: Page) => {
  await page.mouse.down();
  await page.mouse.up();
};

/** Presses twice at the same point of the screen, where the first pending row has this button. */
async function pressTwice(page: Page, list: string, name: string, pause: number): Promise<void> {
  const button = page.getByRole('list', { name: list }).getByRole('button', { name, exact: true }).first();
  await takesPresses(button);
  await button.scrollIntoViewIfNeeded();
  const { x, y } = await middleOf(button);
  await page.mouse.move(x, y);
  await press(page);
  await wait(page, pause);
  await press(page);
}

/** Presses twice with a pause by the page's clock, so that it does not matter how busy the machine is. Needs `page.clock.install()`. */
async function pressTwiceWithin(
  page: Page,
  pause: number,
  { press, between }: { readonly press: () => Promise<void>; readonly between: () => Promise<void> },
): Promise<void> {
  await pauseClock(page);
  await press();
  await between();
  await page.clock.runFor(pause);
  await press();
  await page.clock.resume();
}

/** Moves the pointer to the centre of an element. */
async function pointAt(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const { x, y } = await middleOf(target);
  await page.mouse.move(x, y);
}

/** Creates `count` pending requests, at most three of each reseller. */
async function requests(almas: Parameters<typeof createNamedReseller>[0], count: number): Promise<void> {
  for (let made = 0; made < count; ) {
    const user = await createNamedReseller(almas, admin);
    for (let own = 0; own < 3 && made < count; own += 1, made += 1) await requestRecharge(user, 100 + made);
  }
}

const waiting = 'Demandes de recharge en attente';
const decided = (page: Page, list: string) =>
  page.getByRole('list', { name: list }).locator('[data-decided]');

// « Rejeter » of the list of pending requests asks for a reason first.
for (const [where, path, second] of [
  ['the list of pending requests', '/admin/recharges', 'Approuver'],
  ['the dashboard', '/admin', 'Rejeter'],
] as const) {
  test(`two presses on « Approuver » or « ${second} » of ${where} decide one request, whatever the pause (P29)`, async ({
    page,
    almas,
  }) => {
    await requests(almas, 5);
    const sent = decisionsOf(page);
    await page.goto(path);
    for (const [index, pause] of pauses.entries()) {
      await pressTwice(page, waiting, index % 2 === 0 ? 'Approuver' : second, pause);
      await expect(decided(page, waiting)).toHaveCount(index + 1);
      expect(sent, `${pause} ms`).toHaveLength(index + 1);
    }
  });
}

test('two presses on « Activer » of the dashboard activate one account, whatever the pause (P29)', async ({
  page,
  almas,
}) => {
  for (let count = 0; count < 5; count += 1) await createPendingReseller(almas);
  const sent = decisionsOf(page);
  await page.goto('/admin');
  for (const [index, pause] of pauses.entries()) {
    await pressTwice(page, 'Comptes en attente', 'Activer', pause);
    await expect(decided(page, 'Comptes en attente')).toHaveCount(index + 1);
    expect(sent, `${pause} ms`).toHaveLength(index + 1);
  }
});

test('two presses on « Activer » in the list of accounts activate one account, which stays in its place (P29)', async ({
  page,
  almas,
}) => {
  const company = uniqueWord('Double');
  for (let count = 0; count < 5; count += 1) await createPendingReseller(almas, { company });
  await createNamedReseller(almas, admin, { company });
  const sent = decisionsOf(page);
  await page.goto(`/admin/users?search=${company}`);
  // « Recharger » replaces « Activer » at the same position: its dialog, which the second press might open, is loaded beforehand.
  await page.getByRole('button', { name: 'Recharger', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page
    .getByRole('group', { name: 'Statut du compte' })
    .getByText('En attente', { exact: true })
    .click();
  await expect(page.getByRole('row')).toHaveCount(6);
  for (const [index, pause] of pauses.entries()) {
    const button = page.getByRole('button', { name: 'Activer', exact: true }).first();
    await takesPresses(button);
    const { x, y } = await middleOf(button);
    await page.mouse.move(x, y);
    await press(page);
    await wait(page, pause);
    await press(page);
    await expect(page.getByRole('row').getByText('Actif', { exact: true })).toHaveCount(index + 1);
    expect(sent, `${pause} ms`).toHaveLength(index + 1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('pressing Enter twice on « Approuver » decides one request, and the focus goes to its row (P29)', async ({
  page,
  almas,
}) => {
  await requests(almas, 5);
  const sent = decisionsOf(page);
  await page.goto('/admin/recharges');
  for (const [index, pause] of pauses.entries()) {
    const button = page.getByRole('button', { name: 'Approuver' }).first();
    await takesPresses(button);
    await button.focus();
    await page.keyboard.press('Enter');
    await wait(page, pause);
    await page.keyboard.press('Enter');
    await expect(decided(page, waiting)).toHaveCount(index + 1);
    expect(sent, `${pause} ms`).toHaveLength(index + 1);
    await expect(page.locator('[data-decided]:focus')).toHaveCount(1);
  }
});

test('two presses on « Approuver » in the table of recharge requests only open its dialog (P29)', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await requestRecharge(reseller, 710);
  const sent = decisionsOf(page);
  await page.clock.install();
  for (const pause of [50, 160, 300, 450]) {
    await page.goto(`/admin/recharge?search=${encodeURIComponent(reseller.name)}`);
    const button = page.getByRole('row').getByRole('button', { name: 'Approuver' });
    await takesPresses(button);
    await button.focus();
    const dialog = page.getByRole('dialog', { name: 'Approuver la demande' });
    await pressTwiceWithin(page, pause, {
      press: () => page.keyboard.press('Enter'),
      between: () => expect(dialog.getByLabel('Note')).toBeFocused(),
    });
    await expect(dialog).toBeVisible();
    expect(sent, `${pause} ms`).toEqual([]);
  }
});

test('a new request and a colleague’s decision move no row under the pointer, and a press decides the row it was aimed at (P29)', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  const first = await requestRecharge(reseller, 111);
  await requestRecharge(reseller, 222);
  const sent = decisionsOf(page);
  await openLive(page, () => page.goto('/admin/recharges?order=desc'));
  const rows = page.getByRole('list', { name: waiting }).getByRole('listitem');
  const top = rows.first().getByRole('button', { name: 'Approuver' });
  await takesPresses(top);
  await pointAt(page, top);
  // The colleague's decision leaves the row where it was, without buttons.
  await admin.call('POST', `/recharge-requests/${first.id}/reject`, { reason: 'Collègue' });
  await expect(rows.nth(1)).toContainText(/Demande de recharge rejetée par/);
  const listed = page.waitForResponse((response) => response.url().includes('/api/recharge-requests?'));
  await requestRecharge(reseller, 333);
  await listed;
  await takesPresses(top);
  await press(page);
  await expect(rows.first()).toContainText(/approuvée par/);
  await expect(rows.first()).toContainText('222');
  expect(sent).toHaveLength(1);
  await page.mouse.move(5, 5);
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: '333' })).toHaveCount(1);
});

test('an open approval whose request a colleague has decided says who decided, and offers no action', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  const { id } = await requestRecharge(reseller, 910);
  await page.goto(`/admin/recharge?search=${encodeURIComponent(reseller.name)}`);
  await page.getByRole('row').getByRole('button', { name: 'Approuver' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approuver la demande' });
  await expect(dialog.getByLabel('Note')).toBeVisible();
  await admin.call('POST', `/recharge-requests/${id}/reject`, { reason: 'Reçu illisible' });
  await expect(dialog).toContainText(/Demande de recharge rejetée par .+, à l'instant/);
  await expect(dialog.getByRole('button', { name: 'Approuver' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Fermer' }).last().click();
  await expect(dialog).toHaveCount(0);
  expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ balance: 0 });
});

// Turned red by: a form that counts as unsaved although the colleague's decision has replaced it.
test('a rejection with a typed reason whose request a colleague has decided closes without asking about the reason', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  const { id } = await requestRecharge(reseller, 920);
  await page.goto(`/admin/recharge?search=${encodeURIComponent(reseller.name)}`);
  await page.getByRole('row').getByRole('button', { name: 'Rejeter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rejeter la demande' });
  await dialog.getByRole('textbox').fill('Reçu illisible');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
  await expect(question.getByRole('button', { name: 'Fermer' })).toBeFocused();
  await question.getByRole('button', { name: 'Continuer la saisie' }).click();
  await admin.call('POST', `/recharge-requests/${id}/approve`);
  await expect(dialog).toContainText(/Demande de recharge approuvée par .+, à l'instant/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await admin.call('GET', `/users/${reseller.id}`)).toMatchObject({ balance: 920 });
});

const proof = 'https://exemple.dz/preuve.png';
const topUpPauses = [160, 300, 450];

/** The decisions about Free Fire requests that the page sends. */
function topUpDecisionsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/free-fire\/requests\/[^/]+\/(validate|refuse)$/.test(request.url())) sent.push(request.url());
  });
  return sent;
}

/** Opens the screen with `count` pending Free Fire requests. */
async function openTopUps(
  page: Page,
  almas: Parameters<typeof createNamedReseller>[0],
  count: number,
): Promise<void> {
  await refusePendingTopUps(admin);
  await openAllDay(admin);
  const buyer = await createNamedReseller(almas, admin, { balance: 5_000 });
  for (let made = 0; made < count; made += 1) await requestTopUp(buyer, `1234567${made}`);
  await page.goto('/admin/freefire');
  await expect(page.getByTestId('pending-item')).toHaveCount(count);
  // The list of earlier decisions may scroll under the pointer: a second press there opens the details of one, and decides nothing.
  const earlier = page.getByRole('heading', { name: 'Dernières demandes traitées' });
  await earlier.evaluate((heading) => {
    const section = heading.closest('section');
    if (section) section.style.visibility = 'hidden';
  });
}

/** The decisions about a Free Fire request: the button in the list, the dialog's title, its field and what is typed there. */
const topUpDecisions = [
  { name: 'Valider', title: 'Valider la demande', label: 'Lien de l’image de preuve', text: proof },
  { name: 'Refuser', title: 'Refuser la demande', label: 'Raison', text: 'ID inconnu' },
] as const;

for (const { name, title, label, text } of topUpDecisions) {
  test(`two presses on « ${name} » of the Free Fire requests only open its dialog, with the pointer and with Enter (P29)`, async ({
    page,
    almas,
  }) => {
    await page.clock.install();
    await openTopUps(page, almas, 2);
    const sent = topUpDecisionsOf(page);
    const dialog = page.getByRole('dialog', { name: title });
    const button = page.getByTestId('pending-item').first().getByRole('button', { name });
    for (const pause of topUpPauses) {
      await takesPresses(button);
      await pointAt(page, button);
      await pressTwiceWithin(page, pause, {
        press: () => press(page),
        between: () => expect(dialog).toBeVisible(),
      });
      await expect(page.getByRole('dialog'), `${pause} ms, pointer`).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await takesPresses(button);
      await button.focus();
      await pressTwiceWithin(page, pause, {
        press: () => page.keyboard.press('Enter'),
        between: () => expect(dialog.getByLabel(label)).toBeFocused(),
      });
      await expect(dialog.getByLabel(label), `${pause} ms, Enter`).toBeFocused();
      await expect(dialog.getByRole('alert')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
    expect(sent).toEqual([]);
    await expect(page.getByTestId('pending-item')).toHaveCount(2);
  });

  test(`two presses on « ${name} » of its dialog decide one Free Fire request, and the focus goes to its row (P29)`, async ({
    page,
    almas,
  }) => {
    // High enough that a message that comes or goes does not move the dialog, which would take no press then.
    await page.setViewportSize({ width: 1280, height: 1200 });
    await page.clock.install();
    await openTopUps(page, almas, topUpPauses.length * 2 + 1);
    const sent = topUpDecisionsOf(page);
    const dialog = page.getByRole('dialog', { name: title });
    const closed = () => expect(dialog).toHaveCount(0);
    const decide = async (press: () => Promise<void>, pause: number, message: string) => {
      const before = sent.length;
      await page.getByTestId('pending-item').first().getByRole('button', { name }).click();
      await dialog.getByLabel(label).fill(text);
      const submit = dialog.getByRole('button', { name, exact: true });
      await takesPresses(submit);
      await pointAt(page, submit);
      await dialog.getByLabel(label).focus();
      await pressTwiceWithin(page, pause, { press, between: closed });
      await expect(page.getByTestId('decided-item'), message).toHaveCount(before + 1);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(sent, message).toHaveLength(before + 1);
    };
    for (const pause of topUpPauses) {
      await decide(() => press(page), pause, `${pause} ms, pointer`);
      await decide(() => page.keyboard.press('Enter'), pause, `${pause} ms, Enter`);
      // A press of the pointer moves the focus to the pressed element.
      await expect(page.locator('[data-decided]:focus'), `${pause} ms`).toHaveCount(1);
    }
  });
}
