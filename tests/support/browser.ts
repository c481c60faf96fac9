import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type CDPSession,
  expect,
  type Page,
} from '@playwright/test';
import type { TestCluster } from './cluster.ts';
import { watchPage } from './page-watch.ts';
import { type ProductServer, startProductServer } from './product-server.ts';

export { expect };

/** Contexts without a network, with the session that emulates it for each of their pages. */
const offline = new WeakMap<BrowserContext, WeakMap<Page, Promise<CDPSession>>>();

/** Makes `context.setOffline` also apply to pages that are opened later. */
function keepOffline(context: BrowserContext): void {
  const setOffline = context.setOffline.bind(context);
  context.setOffline = async (isOffline) => {
    await setOffline(isOffline);
    const known = offline.get(context);
    if (isOffline) offline.set(context, known ?? new WeakMap());
    else {
      for (const page of context.pages()) await emulateOffline(page, known, false);
      offline.delete(context);
    }
  };
}

/**
 * Overrides `navigator.onLine` in each page: Chromium 150 reports a network to a page that a worker serves without one, unlike a
 * device that is offline.
 */
async function emulateOffline(
  page: Page,
  sessions: WeakMap<Page, Promise<CDPSession>> | undefined,
  isOffline: boolean,
): Promise<void> {
  if (!sessions || (!isOffline && !sessions.has(page))) return;
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const conditions = { offline: isOffline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await (await session).send('Network.enable');
  await (await session).send('Network.emulateNetworkConditions', conditions);
}

/** Keeps a page of a context without a network offline after each navigation. */
function keepOfflineAfterNavigations(page: Page): void {
  for (const name of ['goto', 'reload', 'goBack', 'goForward'] as const) {
    const navigate = page[name].bind(page) as (...input: unknown[]) => Promise<never>;
    page[name] = async (...input: unknown[]) => {
      const result = await navigate(...input);
      await emulateOffline(page, offline.get(page.context()), true);
      return result;
    };
  }
}

/** Goes back like the browser's Back, without waiting for a document. */
export const stepBack = (page: Page) => page.evaluate(() => history.back());

/** Language and time zone of the users; playwright.config.ts sets the same for Playwright's own pages. */
const language = { locale: 'fr-FR', timezoneId: 'Africa/Algiers' };

/** A context whose pages are offline from their first moment when it is. */
async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  keepOffline(context);
  if (process.env.LATE) await delayResponsesToWrites(context);
  return context;
}

/** With LATE=1 the response to each call that writes arrives after the live event about it, which refreshes the lists first. */
const lateMilliseconds = 1_500;
const sessionCall = /\/api\/(login|logout|register)\b/;
const delayResponsesToWrites = (context: BrowserContext): Promise<unknown> =>
  context.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET' || sessionCall.test(route.request().url()))
      return route.fallback();
    const response = await route.fetch().catch(() => undefined);
    if (!response) return route.abort();
    await pause(lateMilliseconds);
    await route.fulfill({ response });
  });

/**
 * Opens a context at another address than the product's, such as a proxy. Its console is not watched, because a cut network causes
 * errors.
 */
export async function unwatchedContext(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await newContext(browser, { ...language, baseURL, serviceWorkers: 'block' });
  context.on('page', keepOfflineAfterNavigations);
  return context;
}

/** The product under test: one server and one database for each file. */
export interface Almas {
  baseURL: string;
  admin: { email: string; password: string };
  /** For a state that cannot be produced on screen; a journey prefers the screen. */
  databaseUrl: string;
  /** The log of the server so far. */
  output(): string;
}

interface Journey {
  almas: Almas;
  /** Further settings of the server: `test.use({ environment })` at the top of a file. */
  environment: Record<string, string>;
  /** Console messages that a test expects, besides refusals of the API: `test.use({ allowed })`. */
  allowed: RegExp[];
  /** Errors and warnings of the browser so far; a test fails when there are any at its end. */
  complaints: string[];
  /** Opens a page of another user, with its own cookies, watched like the first. */
  anotherPage: () => Promise<Page>;
}

/** A listener for the pages of a context of the product. */
const watcher =
  ({ baseURL }: Almas, allowed: readonly RegExp[], complaints: string[]) =>
  (page: Page): void => {
    keepOfflineAfterNavigations(page);
    watchPage(page, baseURL, allowed, complaints);
  };

/** The product that a worker runs, restarted for each file and for other settings, so that no file depends on the data of another. */
class ProductOfFile {
  #runs = '';
  #server: ProductServer | undefined;

  async of(file: string, environment: Record<string, string>): Promise<Almas> {
    const requested = JSON.stringify([file, environment]);
    if (this.#server && this.#runs === requested) return this.#server;
    await this.stop();
    const cluster = JSON.parse(process.env.ALMAS_TEST_CLUSTER ?? '{}') as Omit<TestCluster, 'stop'>;
    const admin = { email: 'admin@almas.test', password: randomBytes(9).toString('base64url') };
    this.#server = await startProductServer(cluster, admin, environment);
    this.#runs = requested;
    return this.#server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.stop();
  }
}

/** Calls whose effect on a browser context cannot be undone: the test after one of them gets a new context. */
const irreversible = {
  context: ['addInitScript', 'exposeBinding', 'exposeFunction', 'route', 'grantPermissions'],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
} as const;

/** Wraps the named methods of `target` so that each calls `listener` first. */
function onCallOf<T extends object>(target: T, names: readonly (keyof T)[], listener: () => void): void {
  for (const name of names) {
    const method = (target[name] as (...input: unknown[]) => unknown).bind(target);
    target[name] = ((...input: unknown[]) => {
      listener();
      return method(...input);
    }) as T[typeof name];
  }
}

/**
 * The browser context of a file's tests. A page of its own opens theirs, so that all of them share one renderer process and the scripts
 * that it has compiled: the first page of a test costs half as much as in a new context. After each test its pages are closed and its
 * cookies and storage deleted.
 */
class SharedContext {
  #options = '';
  #context: BrowserContext | undefined;
  #opener: Page | undefined;
  #isDirty = false;

  /** `options` names those of the test that a context is made with: a test with other ones gets a new context. */
  async of(browser: Browser, baseURL: string, options: string): Promise<BrowserContext> {
    if (this.#context && this.#options === options && !this.#isDirty) return this.#context;
    await this.close();
    const context = await newContext(browser, { baseURL });
    this.#opener = await context.newPage();
    await this.#opener.goto('/favicon.svg');
    const markDirty = () => {
      this.#isDirty = true;
    };
    onCallOf(context, irreversible.context, markDirty);
    onCallOf(context.clock, irreversible.clock, markDirty);
    this.#options = options;
    this.#isDirty = false;
    this.#context = context;
    return context;
  }

  /** A new page of `context`. */
  async openPage(context: BrowserContext): Promise<Page> {
    if (context !== this.#context || !this.#opener) return await context.newPage();
    const opened = context.waitForEvent('page');
    await this.#opener.evaluate(() => {
      const page = window.open('about:blank');
      if (page) page.opener = null;
    });
    return await opened;
  }

  /** Ends a test: closes its pages and deletes what they stored, or the whole context when `isDirty`. */
  async clear(isDirty: boolean): Promise<void> {
    const context = this.#context;
    const opener = this.#opener;
    if (!context || !opener) return;
    if (isDirty || this.#isDirty) return await this.close();
    for (const page of context.pages()) if (page !== opener) await page.close();
    if (offline.has(context)) await context.setOffline(false);
    const session = await context.newCDPSession(opener);
    const origin = new URL(opener.url()).origin;
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await session.detach();
    await context.clearCookies();
  }

  async close(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    this.#opener = undefined;
    await context?.close();
  }
}

export const test = base.extend<Journey, { productOfFile: ProductOfFile; sharedContext: SharedContext }>({
  productOfFile: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from its first parameter
    async ({}, use) => {
      const product = new ProductOfFile();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  sharedContext: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs from its first parameter
    async ({}, use) => {
      const shared = new SharedContext();
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],
  environment: [{}, { option: true }],
  almas: [
    // `info.file` is where a test is written: several files may have theirs from one module.
    async ({ productOfFile, environment }, use, info) =>
      use(await productOfFile.of(info.titlePath[0] ?? info.file, environment)),
    { timeout: 90_000 },
  ],
  baseURL: async ({ almas }, use) => use(almas.baseURL),
  allowed: [[], { option: true }],
  complaints: async ({ almas }, use, info) => {
    const complaints: string[] = [];
    const before = almas.output().length;
    await use(complaints);
    const logged = almas.output().slice(before);
    if (logged && (complaints.length > 0 || info.status !== info.expectedStatus))
      await info.attach('what the server logged', { body: logged.slice(-20_000), contentType: 'text/plain' });
    expect(complaints, 'what the browser complained about').toEqual([]);
  },
  context: async (
    {
      browser,
      sharedContext,
      almas,
      allowed,
      complaints,
      locale,
      viewport,
      javaScriptEnabled,
      serviceWorkers,
    },
    use,
    info,
  ) => {
    const options = JSON.stringify([almas.baseURL, locale, viewport, javaScriptEnabled, serviceWorkers]);
    const context = await sharedContext.of(browser, almas.baseURL, options);
    const watch = watcher(almas, allowed, complaints);
    context.on('page', watch);
    await use(context);
    context.off('page', watch);
    // A response that a route still changes when the test ends is no failure.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    // A service worker cannot be removed from a context.
    await sharedContext.clear(serviceWorkers === 'allow' || info.status !== info.expectedStatus);
  },
  page: async ({ context, sharedContext }, use) => use(await sharedContext.openPage(context)),
  anotherPage: async ({ browser, contextOptions, almas, allowed, complaints }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await newContext(browser, { ...contextOptions, ...language, baseURL: almas.baseURL });
      contexts.push(context);
      context.on('page', watcher(almas, allowed, complaints));
      return await context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/** Stops the clock of the page a minute from now: its timers run only when the test lets time pass. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  // What takes presses again by then is found by the pointer two frames later.
  await page.clock.runFor(50);
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Fills the sign-in form, which is on the screen, and submits it. */
export async function submitSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

/** Opens the sign-in screen and tries to sign in there. */
export async function attemptSignIn(page: Page, credentials: Credentials): Promise<void> {
  await page.goto('/login');
  await submitSignIn(page, credentials);
}

/** Signs in on the screen and waits for the page of the role. */
export async function signIn(page: Page, credentials: Credentials): Promise<void> {
  await attemptSignIn(page, credentials);
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** Signs out by the account menu and waits for the sign-in screen. */
export async function signOut(page: Page): Promise<void> {
  // The buttons of a first view do nothing.
  await expect(page.locator('#root[aria-busy]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await page.waitForURL((url) => url.pathname === '/login');
}
