import type { Locator, Page, Request } from '@playwright/test';
import { expect, test, unwatchedContext } from '../support/browser.ts';
import { type Random, random, seedOfRun } from '../support/random.ts';
import { createPendingReseller, requestRecharge } from './support/accounts.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes } from './support/products.ts';
import { openAllDay, requestTopUp } from './support/top-up.ts';

/*
 * A finger that taps everything twice, on every screen. A code that was bought is on the screen after it and after a reload; one double
 * tap buys, decides and credits at most once, and never by its second tap. 40 double taps, 1,000 with LONG=1; SEED repeats a run.
 * Turned red by: a result whose button is where « Acheter » was; a dialog whose deciding button takes the tap that opened it.
 */
const taps = Number(process.env.TAPS ?? (process.env.LONG ? 1_000 : 40)) / 2;
const seed = seedOfRun();

const ofReseller = [
  '/dashboard',
  '/catalog',
  '/freefire',
  '/card-history',
  '/operations',
  '/recharge',
  '/settings',
];
const ofAdministrator = [
  '/admin',
  '/admin/users',
  '/admin/recharge',
  '/admin/recharges',
  '/admin/freefire',
  '/admin/transactions',
  '/admin/products',
];

/** Calls that buy, decide or move money. */
const deciding =
  /\/api\/(purchases|free-fire\/requests|recharge-requests|.*\/(approve|reject|activate|deactivate|recharge|debit|validate|refuse|withdraw|decide))$/;
const acting = /Acheter|Approuver|Rejeter|Valider|Refuser|Activer|Créditer|Recharger|Envoyer|Confirmer/;
/** What would end the run: the session, the other sessions, the account's own protection. */
const avoided = /Se déconnecter|Déconnexion|Fermer les|double authentification|Mot de passe/i;

interface Watched {
  /** The decisions that were sent so far. */
  readonly sent: string[];
  /** Resolves when no call of the page is under way, live events aside. */
  readonly idle: () => Promise<void>;
}

function watch(page: Page): Watched {
  const sent: string[] = [];
  const underway = new Set<Request>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && deciding.test(pathname)) sent.push(pathname);
    if (request.resourceType() === 'fetch') underway.add(request);
  });
  page.on('requestfinished', (request) => underway.delete(request));
  page.on('requestfailed', (request) => underway.delete(request));
  // A page that is left takes its calls with it.
  page.on('framenavigated', () => underway.clear());
  return { sent, idle: () => expect.poll(() => underway.size).toBe(0) };
}

const openDialog = (page: Page): Locator => page.locator('dialog[open]').last();

/** A control on the screen, of the dialog on top when one is open; undefined when there is none. */
async function anyControl(page: Page, rng: Random): Promise<Locator | undefined> {
  const inDialog = (await page.locator('dialog[open]').count()) > 0;
  const scope = inDialog ? openDialog(page) : page.locator('body');
  const controls = scope.locator('button:visible, a[href^="/"]:visible, summary:visible');
  // A third of the taps are where something is bought or decided.
  const risky = rng.chance(0.33) ? await controls.filter({ hasText: acting }).all() : [];
  const all = risky.length > 0 ? risky : await controls.all();
  for (let tries = 0; tries < 5 && all.length > 0; tries += 1) {
    const control = rng.pick(all);
    const name = (await control.textContent({ timeout: 1_000 }).catch(() => null)) ?? '';
    if (!avoided.test(name)) return control;
  }
  return undefined;
}

/** Fills the empty fields of an open dialog, so that its form can be sent. */
async function fillDialog(page: Page): Promise<void> {
  const fields = openDialog(page).locator(
    'input[type=text]:visible, input[inputmode]:visible, textarea:visible',
  );
  for (const field of await fields.all())
    if ((await field.inputValue({ timeout: 1_000 }).catch(() => 'x')) === '')
      await field.fill('50', { timeout: 1_000 }).catch(() => undefined);
}

interface DoubleTap {
  readonly name: string;
  /** How many decisions the two taps may have sent. */
  readonly allowed: 0 | 1;
}

/** Taps twice at one point, 30 to 800 ms apart. @returns undefined when the control went away before */
async function tapTwice(
  page: Page,
  rng: Random,
  control: Locator,
  sent: readonly string[],
): Promise<DoubleTap | undefined> {
  const found = await control
    .evaluate(
      (element) => {
        element.scrollIntoView({ block: 'center' });
        const { x, y, width, height } = element.getBoundingClientRect();
        return {
          x: x + width / 2,
          y: y + height / 2,
          name: element.textContent ?? '',
        };
      },
      undefined,
      { timeout: 1_000 },
    )
    .catch(() => undefined);
  if (!found) return undefined;
  const dialogs = () => page.locator('dialog[open]').count();
  const [open, before] = [await dialogs(), sent.length];
  await page.mouse.click(found.x, found.y);
  const pause = rng.pick([30, 120, 250, 500, 800]);
  // The time between two taps is what is tried. A page that was left does not wait.
  await page
    .evaluate((milliseconds) => new Promise((done) => setTimeout(done, milliseconds)), pause)
    .catch(() => undefined);
  // The first tap decided, or opened what asks: the second one must do nothing, and not answer it.
  const allowed = (await dialogs()) > open && sent.length === before ? 0 : 1;
  await page.mouse.click(found.x, found.y);
  return { name: found.name, allowed };
}

test('a finger that taps every control twice leaves no code unseen and decides nothing by accident', async ({
  almas,
  browser,
}) => {
  test.info().annotations.push({ type: 'seed', description: String(seed) });
  const rng = random(seed);
  const admin = await administrator(almas);
  await openAllDay(admin);
  const { game } = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 10, stock: 400 }] });
  const shop = await reseller(almas, admin, { balance: 9_000 });
  const other = await reseller(almas, admin, { balance: 9_000 });

  const opened = async (user: Caller, viewport: { width: number; height: number }) => {
    const context = await unwatchedContext(browser, almas.baseURL);
    await context.addInitScript(() => {
      window.print = () => undefined;
    });
    const page = await context.newPage();
    await page.setViewportSize(viewport);
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    await enterAs(page, almas, user);
    return page;
  };
  const codes = async () => (await shop.call('GET', '/purchases?limit=200')).items.length as number;

  await test.step('as a reseller on a phone', async () => {
    const page = await opened(shop, { width: 390, height: 844 });
    const { sent, idle } = watch(page);
    const code = page.getByTestId('code').first();
    await page.goto('/catalog');
    for (let tap = 0; tap < taps; tap += 1) {
      if (rng.chance(0.35))
        await page
          .goto(rng.chance(0.4) ? `/catalog?game=${encodeURIComponent(game)}` : rng.pick(ofReseller))
          .catch(() => undefined);
      const control = await anyControl(page, rng);
      if (!control) {
        await page.goto('/catalog').catch(() => undefined);
        continue;
      }
      const [before, bought] = [sent.length, await codes()];
      const tapped = await tapTwice(page, rng, control, sent);
      await idle();
      const context = `tap ${tap} on « ${tapped?.name} » of ${page.url()}, seed ${seed}: ${sent.slice(before)}`;
      expect(sent.length - before, context).toBeLessThanOrEqual(tapped?.allowed ?? 1);
      if ((await codes()) === bought) continue;
      await expect(code, context).toBeVisible();
      await page.reload();
      await expect(code, `${context}, after a reload`).toBeVisible();
    }
    test.info().annotations.push({ type: 'purchases', description: String(await codes()) });
    await page.context().close();
  });

  await test.step('as an administrator at a desk', async () => {
    const page = await opened(admin, { width: 1280, height: 800 });
    const { sent, idle } = watch(page);
    await page.goto('/admin');
    for (let tap = 0; tap < taps; tap += 1) {
      if (tap % 8 === 0) {
        await requestRecharge(other, 50).catch(() => undefined);
        await requestTopUp(other, '123456789').catch(() => undefined);
        await createPendingReseller(almas);
      }
      if (rng.chance(0.35)) await page.goto(rng.pick(ofAdministrator)).catch(() => undefined);
      const isOpen = (await page.locator('dialog[open]').count()) > 0;
      if (isOpen && rng.chance(0.5)) await fillDialog(page);
      const control = await anyControl(page, rng);
      if (!control) {
        await page.goto('/admin').catch(() => undefined);
        continue;
      }
      const before = sent.length;
      const tapped = await tapTwice(page, rng, control, sent);
      await idle();
      const context = `tap ${tap} on « ${tapped?.name} » of ${page.url()}, seed ${seed}: ${sent.slice(before)}`;
      expect(sent.length - before, context).toBeLessThanOrEqual(tapped?.allowed ?? 1);
    }
    test.info().annotations.push({ type: 'decisions', description: String(sent.length) });
    await page.context().close();
  });
});
