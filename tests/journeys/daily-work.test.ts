import { expect, pauseClock, test } from '../support/browser.ts';
import { createNamedReseller, decideAllPending, expectToast, requestRecharge } from './support/accounts.ts';
import { boxesOf } from './support/boxes.ts';
import { administratorAtDesk, type Caller } from './support/callers.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { expectAccessible } from './support/screen-checks.ts';
import { openAllDay } from './support/top-up.ts';
import { spaced } from './support/words.ts';

let admin: Caller;
test.beforeEach(async ({ almas, page }) => {
  admin = await administratorAtDesk(page, almas);
});

test('an administrator’s dashboard begins with the figures of the day and what is pending; trends come before the activity', async ({
  page,
  almas,
}) => {
  // Pending requests of other tests would be shown above the trends.
  await decideAllPending(admin);
  const reseller = await createNamedReseller(almas, admin, { balance: 2_000 });
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Petite', price: 150, stock: 2 }] });
  await purchase(reseller, product, { quantity: 2 });
  for (const amount of [10, 20, 30]) await requestRecharge(reseller, amount);
  await admin.call('POST', `/users/${reseller.id}/recharge`, { amount: 123_456.5 });
  const today = await admin.call('GET', '/statistics/today');
  expect(today.codes).toBeGreaterThanOrEqual(2);
  expect(today.recharges).toBeGreaterThanOrEqual(2_000);
  expect(today.held).toBeGreaterThanOrEqual(1_700);
  await page.goto('/admin');
  const main = page.getByRole('main');
  await expect(main.getByText('Ventes du jour', { exact: true }).locator('..')).toContainText(/DA/);
  await expect(main.getByText('Soldes revendeurs', { exact: true }).locator('..')).toContainText(/DA/);
  const sizeOf = (label: string) =>
    main
      .getByText(label, { exact: true })
      .locator('..')
      .locator('p')
      .nth(1)
      .evaluate((figure) => getComputedStyle(figure).fontSize);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const labels = ['Ventes du jour', 'Recharges du jour', 'Free Fire du jour', 'Soldes revendeurs'];
    await expect
      .poll(async () => new Set(await Promise.all(labels.map(sizeOf))).size, {
        message: `sizes of the figures at ${width} px`,
      })
      .toBe(1);
  }
  // The content above the headings is loaded.
  await expect(main.getByRole('button', { name: 'Approuver', exact: true })).toHaveCount(3);
  await expect(main.getByText('Aucun compte en attente')).toBeVisible();
  const headings = ['Demandes de recharge', 'Tendances', 'Activité récente'];
  const [requests, trends, activity] = (
    await boxesOf(...headings.map((name) => main.getByRole('heading', { name, exact: true })))
  ).map(({ y }) => y);
  expect(requests).toBeLessThan(600);
  expect(trends).toBeLessThan(activity ?? 0);
  expect(trends).toBeLessThan(1_700);
  await main.getByRole('heading', { name: 'Tendances', exact: true }).scrollIntoViewIfNeeded();
  const stocks = main.getByRole('heading', { name: 'Stocks bas', exact: true });
  await expect(stocks).toBeVisible();
  const belowTop = (node: Element) => node.getBoundingClientRect().top + window.scrollY;
  await expect.poll(() => stocks.evaluate(belowTop)).toBeLessThan(2_600);
});

test('the journal is filtered by administrator, account, kind and day, and shows a change of working days in words', async ({
  page,
  almas,
}) => {
  await openAllDay(admin);
  await admin.call('PATCH', '/free-fire/service', { workingDays: [1, 5] });
  await openAllDay(admin);
  const reseller = await createNamedReseller(almas, admin);
  await page.goto('/admin?journal=1');
  const journal = page.getByRole('dialog', { name: 'Journal des actions' });
  const lines = journal.getByRole('listitem');
  await journal.getByLabel('Type d’action').selectOption({ label: 'Service Free Fire configuré' });
  await expect(lines.first()).toContainText('Jours ouverts');
  await expect(lines.first()).toContainText('lun., ven.');
  await journal.getByRole('button', { name: 'Effacer les filtres' }).click();
  await journal.getByRole('searchbox').fill(reseller.name);
  await expect(lines).toHaveCount(1);
  await expect(lines.first()).toContainText('Compte activé');
  await journal.getByLabel('Administrateur').selectOption({ index: 1 });
  await journal.getByLabel('Du', { exact: true }).fill('2020-01-01');
  await journal.getByLabel('Au', { exact: true }).fill('2020-01-02');
  await expect(journal.getByText('Aucune action enregistrée')).toBeVisible();
  await journal.getByRole('button', { name: 'Effacer les filtres' }).click();
  // Clearing a filter empties its field, including what has been typed meanwhile.
  await expect(journal.getByRole('searchbox')).toHaveValue('');
  await journal.getByRole('searchbox').fill(reseller.name);
  await expect(lines).toHaveCount(1);
  await journal.getByRole('link', { name: reseller.name }).click();
  await expect(page).toHaveURL(/\/admin\/users\?/);
  await expect(page.getByRole('dialog', { name: `Compte de ${reseller.name}` })).toContainText(
    reseller.email,
  );
});

test('the address holds the filters of the journal: a reload and Back keep them, and closing the journal removes them', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  const list = `/admin/users?search=${encodeURIComponent(reseller.email)}`;
  await page.goto(list);
  await page.getByRole('button', { name: 'Journal', exact: true }).click();
  const journal = page.getByRole('dialog', { name: 'Journal des actions' });
  const kind = journal.getByLabel('Type d’action');
  const lines = journal.getByRole('listitem');
  await kind.selectOption({ label: 'Compte activé' });
  await journal.getByRole('searchbox').fill(reseller.name);
  await journal.getByLabel('Du', { exact: true }).fill('2020-01-01');
  await expect(lines).toHaveCount(1);
  const isFiltered = async () => {
    await expect(kind).toHaveValue('user.activate');
    await expect(journal.getByRole('searchbox')).toHaveValue(reseller.name);
    await expect(journal.getByLabel('Du', { exact: true })).toHaveValue('2020-01-01');
    await expect(lines).toHaveCount(1);
    // Typed text becomes a filter after a pause. The list below keeps its own search.
    const searches = () =>
      ['journalSearch', 'search'].map((name) => new URL(page.url()).searchParams.get(name));
    await expect.poll(searches).toEqual([reseller.name, reseller.email]);
  };
  await isFiltered();
  await journal.getByRole('link', { name: reseller.name }).click();
  const account = page.getByRole('dialog', { name: `Compte de ${reseller.name}` });
  await expect(account).toBeVisible();
  await page.goBack();
  await expect(account).toHaveCount(0);
  await isFiltered();
  await page.reload();
  await isFiltered();
  await page.goBack();
  await expect(journal).toHaveCount(0);
  await expect(page).toHaveURL(list);
  await page.getByRole('button', { name: 'Journal', exact: true }).click();
  await expect(kind).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(journal).toHaveCount(0);
  await expect(page).toHaveURL(list);
});

test('an address that names a filter that the journal does not know opens the journal without it', async ({
  page,
}) => {
  await page.goto('/admin?journal=1&journalAction=toString');
  const journal = page.getByRole('dialog', { name: 'Journal des actions' });
  await expect(journal.getByLabel('Type d’action')).toHaveValue('');
  await expect(journal.getByRole('listitem').first()).toBeVisible();
});

test('hours and days that are changed one after the other are saved once, with one message', async ({
  page,
}) => {
  await openAllDay(admin);
  await page.clock.install();
  await page.goto('/admin/freefire');
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') calls += 1;
  });
  await expect(page.getByLabel('Heure d’ouverture')).toBeEnabled();
  // The page's clock is stopped, so that the changes follow each other at once, however busy the machine is.
  await pauseClock(page);
  await page.getByLabel('Heure d’ouverture').selectOption('9');
  await page.getByLabel('Heure de fermeture').selectOption('18');
  await page.getByRole('button', { name: 'Vendredi' }).click();
  await page.clock.resume();
  await expectToast(page, 'Horaires mis à jour');
  await expect.poll(async () => (await admin.call('GET', '/free-fire/service')).workingDays).not.toContain(5);
  const service = await admin.call('GET', '/free-fire/service');
  expect([service.startHour, service.endHour]).toEqual([9, 18]);
  expect(calls).toBe(1);
  await openAllDay(admin);
});

test('fifty transactions take one line each, with the reason, and about 2,200 pixels at a width of 1280', async ({
  page,
  almas,
}) => {
  const reseller = await createNamedReseller(almas, admin);
  await admin.call('POST', `/users/${reseller.id}/recharge`, {
    amount: 100,
    note: 'Espèces reçues en boutique',
  });
  for (let n = 0; n < 50; n += 1)
    await admin.call('POST', `/users/${reseller.id}/recharge`, { amount: 10, note: `Versement ${n}` });
  await page.goto(`/admin/transactions?search=${encodeURIComponent(reseller.email)}`);
  const rows = page.getByRole('row');
  await expect(rows.nth(50)).toBeVisible();
  await expect(rows.nth(1)).toContainText('Versement 49');
  await expect(rows.nth(1)).toContainText(spaced('+10 DA'));
  const [head, last] = await boxesOf(rows.nth(0), rows.nth(50));
  expect((last?.y ?? 0) + (last?.height ?? 0) - (head?.y ?? 0)).toBeLessThan(2_250);
});

test('the details of a product with many offers can be scrolled with the keyboard, on a phone too', async ({
  page,
}) => {
  const offers = Array.from({ length: 12 }, (_, n) => ({ name: `Offre numéro ${n + 1}`, price: 100 + n }));
  const product = await createProductWithCodes(admin, { offers });
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 600 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(`/admin/products?product=${product.id}`);
    await expect(page.getByRole('dialog')).toContainText('Offre numéro 12');
    await expectAccessible(page);
    await expect(page.getByRole('dialog').getByRole('group', { name: product.name })).toHaveAttribute(
      'tabindex',
      '0',
    );
    await expect(page.getByRole('dialog').getByRole('banner')).toHaveCount(0);
  }
});

test('a toast covers no button that is in use, on a desktop and on a phone', async ({ page, almas }) => {
  await decideAllPending(admin);
  const message = page.getByRole('region', { name: 'Messages' }).getByText('Demande approuvée');
  for (const [width, height] of [
    [1280, 700],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (let made = 0; made < 6; made += 3) {
      const reseller = await createNamedReseller(almas, admin);
      for (const amount of [10, 20, 30]) await requestRecharge(reseller, amount);
    }
    await page.goto('/admin/recharges');
    await page.getByRole('main').getByRole('button', { name: 'Approuver' }).first().click();
    await expect(message).toBeVisible();
    await message.hover();
    // Its row has no buttons any more.
    await expect(page.locator('[data-decided]')).toHaveCount(1);
    const last = page.getByRole('main').getByRole('button', { name: 'Rejeter' }).last();
    for (const scroll of [0, 400, 4_000]) {
      await page.evaluate((top) => window.scrollTo(0, top), scroll);
      const controls = await page.getByRole('main').getByRole('button').all();
      const [toast, ...boxes] = await boxesOf(message.locator('..'), ...controls);
      if (!toast) throw new Error('no message');
      for (const box of boxes) {
        // A button under the top bar is not in use.
        if (box.y < 64 || box.y + box.height > height) continue;
        const isBeside =
          box.x + box.width <= toast.x || toast.x + toast.width <= box.x || box.y >= toast.y + toast.height;
        expect(isBeside || box.y + box.height <= toast.y, `${width} px, scrolled ${scroll}`).toBe(true);
      }
    }
    await expect(last).toBeInViewport();
    await expectAccessible(page);
    await decideAllPending(admin);
  }
});
