import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { expect, signOut, submitSignIn, test } from '../support/browser.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';

/*
 * Push notifications: the switch in the bell's panel, the worker that shows a message, and the tap on it. Chromium without its
 * vendor's keys has no push service: the browser's subscription is replaced by one of the test's service, which verifies and
 * decrypts what the server sends; the browser then delivers the content to the real worker. Turned red by: a permission prompt
 * when the panel opens; a device that stays subscribed at sign-out; a path of the message that is not read.
 */
test.use({
  environment: { OUTBOUND_ALLOWED: '127.0.0.1', PUSH_SERVICES: '127.0.0.1' },
  serviceWorkers: 'allow',
});

let push: PushService;
let admin: Caller;
test.beforeEach(async ({ almas }) => {
  push ??= await startPushService();
  admin ??= await administrator(almas);
});
test.afterAll(() => push.close());

interface Browser {
  readonly permission?: NotificationPermission;
  /** The user's response to the permission prompt. */
  readonly choice?: NotificationPermission;
}

/** Replaces the browser's permission and push subscription, which are kept after a reload as by a browser. */
async function withPushService(page: Page, { permission = 'default', choice = 'granted' }: Browser = {}) {
  const { subscription, name } = push.device();
  await page.addInitScript(
    ({ given, permission, choice }) => {
      const state = JSON.parse(localStorage.getItem('test.push') ?? 'null') ?? {
        permission,
        asked: 0,
        subscribed: false,
      };
      const keep = () => localStorage.setItem('test.push', JSON.stringify(state));
      Object.defineProperty(Notification, 'permission', { get: () => state.permission });
      Notification.requestPermission = async () => {
        state.asked += 1;
        state.permission = choice;
        keep();
        return choice;
      };
      const made = {
        endpoint: given.endpoint,
        toJSON: () => given,
        unsubscribe: async () => {
          state.subscribed = false;
          keep();
          return true;
        },
      };
      PushManager.prototype.subscribe = async () => {
        state.subscribed = true;
        keep();
        return made as unknown as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () =>
        state.subscribed ? (made as unknown as PushSubscription) : null;
    },
    { given: subscription, permission, choice },
  );
  const browser = () => page.evaluate(() => JSON.parse(localStorage.getItem('test.push') ?? 'null'));
  return {
    browser,
    received: () => push.messages.filter(({ device }) => device === name).map(({ content }) => content),
  };
}

const openBell = async (page: Page) => {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  return page.getByRole('dialog', { name: 'Notifications' });
};
const switchOf = (page: Page) => page.getByRole('switch', { name: 'Notifications sur cet appareil' });

/** Lets the browser deliver a push message to the worker of the page. */
async function deliver(page: Page, session: CDPSession, data: string): Promise<void> {
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId,
    data,
  });
}
/**
 * Counts the notifications that the worker has finished showing. Their list is read only after that: the browser would take one
 * that is still being shown for a closed one, and remove it.
 */
async function countShown(context: BrowserContext): Promise<() => Promise<number>> {
  const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers();
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { shown: number };
    const { showNotification } = ServiceWorkerRegistration.prototype;
    scope.shown = 0;
    ServiceWorkerRegistration.prototype.showNotification = async function (...notification) {
      await showNotification.apply(this, notification);
      scope.shown += 1;
    };
  });
  return () => worker.evaluate(() => (globalThis as unknown as { shown: number }).shown);
}
const notifications = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => ({
      title,
      body,
      tag,
    })),
  );
async function tap(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerRegistration & {
      registration: ServiceWorkerRegistration;
    } & EventTarget;
    const [notification] = await scope.registration.getNotifications();
    const event = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} });
    scope.dispatchEvent(event);
  });
}

test('a reseller turns notifications on, is notified of a credit while elsewhere, and a tap opens the operations [DSK-51][DSK-74][DSK-75]', async ({
  page,
  almas,
  context,
}) => {
  const user = await reseller(almas, admin);
  const { browser, received } = await withPushService(page);
  await context.grantPermissions(['notifications'], { origin: almas.baseURL });
  await enterAs(page, almas, user);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const panel = await openBell(page);
  await expect(switchOf(page)).not.toBeChecked();
  await expect(switchOf(page)).toBeEnabled();
  await expect(panel).toContainText('même quand Almas est fermé');
  expect(await browser()).toBeNull();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await switchOf(page).click();
  await expect(switchOf(page)).toBeChecked();
  await expect(page.getByText('Notifications activées sur cet appareil')).toBeVisible();
  expect(await browser()).toMatchObject({ asked: 1, subscribed: true });

  await admin.call('POST', `/users/${user.id}/recharge`, { amount: 4_321 });
  await expect.poll(received).toHaveLength(1);
  const [content] = received();
  const session = await context.newCDPSession(page);
  const shown = await countShown(context);
  await deliver(page, session, JSON.stringify(content));
  await expect.poll(shown).toBe(1);
  await expect
    .poll(() => notifications(page))
    .toEqual([
      { title: 'Solde crédité', body: expect.not.stringMatching(/\d/), tag: `almas-${content?.id}` },
    ]);
  // The same message sent again replaces the first notification.
  await session.send('ServiceWorker.disable');
  const again = { ...content, text: 'Une seconde fois' };
  await deliver(page, session, JSON.stringify(again));
  await expect.poll(shown).toBe(2);
  await expect
    .poll(() => notifications(page))
    .toEqual([{ title: 'Solde crédité', body: again.text, tag: `almas-${content?.id}` }]);
  await page.goto('/dashboard');
  await tap(context);
  await page.waitForURL('**/operations');

  await openBell(page);
  await expect(switchOf(page)).toBeChecked();
  await switchOf(page).click();
  // The switch changes immediately; the message appears when the server has made the change.
  await expect(page.getByText('Notifications désactivées sur cet appareil')).toBeVisible();
  await expect(switchOf(page)).not.toBeChecked();
  expect(await browser()).toMatchObject({ asked: 1, subscribed: false });
  await admin.call('POST', `/users/${user.id}/recharge`, { amount: 5 });
  await page.getByRole('button', { name: /^Notifications/ }).waitFor();
  expect(received()).toHaveLength(1);
});

test('a device that was signed out is subscribed again when its account signs in, and not for another account [DSK-65][DSK-74]', async ({
  page,
  almas,
}) => {
  const [user, other] = [await reseller(almas, admin), await reseller(almas, admin)];
  const { browser, received } = await withPushService(page);
  const enter = async (account: Caller) => {
    await submitSignIn(page, account);
    await page.waitForURL('**/dashboard');
  };
  const known = async () => {
    const endpoint = await page.evaluate(async () => {
      const { pushManager } = await navigator.serviceWorker.ready;
      return (await pushManager.getSubscription())?.toJSON().endpoint;
    });
    if (endpoint === undefined) return false;
    const response = await page.request.post('/api/push/subscriptions/check', { data: { endpoint } });
    return (await response.json()).known;
  };
  await page.goto('/login');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await enter(user);
  await openBell(page);
  await switchOf(page).click();
  await expect(page.getByText('Notifications activées sur cet appareil')).toBeVisible();
  await expect(switchOf(page)).toBeChecked();
  await page.keyboard.press('Escape');
  await signOut(page);
  await admin.call('POST', `/users/${user.id}/recharge`, { amount: 5 });
  await enter(user);
  await expect.poll(known).toBe(true);
  expect(await browser()).toMatchObject({ asked: 1, subscribed: true });
  await admin.call('POST', `/users/${user.id}/recharge`, { amount: 5 });
  await expect.poll(received).toHaveLength(1);
  await signOut(page);
  await enter(other);
  await expect.poll(browser).toMatchObject({ asked: 1, subscribed: false });
});

// Turned red by: no listener in the worker; a call that does not name the subscription that it replaces.
test('a device whose push subscription the browser replaces is notified under the new one only [DSK-63]', async ({
  page,
  almas,
  context,
}) => {
  const user = await reseller(almas, admin);
  const { received } = await withPushService(page);
  await enterAs(page, almas, user);
  await page.goto('/dashboard');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await openBell(page);
  await switchOf(page).click();
  await expect(page.getByText('Notifications activées sur cet appareil')).toBeVisible();
  const former = await page.evaluate(async () => {
    const { pushManager } = await navigator.serviceWorker.ready;
    return (await pushManager.getSubscription())?.endpoint;
  });
  const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers();
  const { name, subscription } = push.device();
  await worker.evaluate(
    async ([endpoint, next]) => {
      PushManager.prototype.subscribe = async () => ({ toJSON: () => next }) as unknown as PushSubscription;
      let work: Promise<unknown> | undefined;
      const event = Object.assign(new Event('pushsubscriptionchange'), {
        oldSubscription: { endpoint, options: { applicationServerKey: new ArrayBuffer(65) } },
        newSubscription: null,
        waitUntil: (promise: Promise<unknown>) => {
          work = promise;
        },
      });
      globalThis.dispatchEvent(event);
      await work;
    },
    [former, subscription] as const,
  );
  await admin.call('POST', `/users/${user.id}/recharge`, { amount: 5 });
  await expect
    .poll(() => push.messages.filter(({ device }) => device === name).map(({ content }) => content.title))
    .toEqual(['Solde crédité']);
  expect(received()).toEqual([]);
});

test('a user who refused notifications reads how to allow them, and a browser without them says so [DSK-74]', async ({
  page,
  almas,
  anotherPage,
}) => {
  const user = await reseller(almas, admin);
  await withPushService(page, { choice: 'denied' });
  await enterAs(page, almas, user);
  await page.goto('/dashboard');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const panel = await openBell(page);
  await switchOf(page).click();
  await expect(panel).toContainText('Bloquées par ce navigateur');
  await expect(switchOf(page)).toBeDisabled();
  await expect(switchOf(page)).not.toBeChecked();
  await expectAccessible(page);

  const without = await anotherPage();
  await without.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'));
  await enterAs(without, almas, user);
  await without.goto('/dashboard');
  await expect(await openBell(without)).toContainText('Ce navigateur ne les propose pas ici');
  await expect(switchOf(without)).toBeDisabled();
});

test('an administrator sees messages that were not sent in « État du système » and sends them again [DSK-56]', async ({
  page,
  almas,
}) => {
  const { subscription } = push.device();
  const device = { name: subscription.endpoint.split('/').pop() ?? '', subscription };
  await admin.call('POST', '/push/subscriptions', subscription);
  push.respondWith(device, (response) => void response.writeHead(400).end());
  const user = await reseller(almas, admin);
  for (const amount of [10, 20]) await user.call('POST', '/recharge-requests', { amount, method: 'ccp' });
  await enterAs(page, almas, admin);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'État du système' }).click();
  const panel = page.getByRole('dialog', { name: 'État du système' });
  const letters = panel.getByRole('region', { name: 'Messages qui ne sont pas partis' });
  await expect(letters.getByRole('listitem').first()).toContainText('HTTP 400, 1 tentative', {
    timeout: 30_000,
  });
  const part = panel.getByRole('listitem').filter({ hasText: 'Messages aux appareils' });
  await expect(part).toContainText('ne sont pas partis', { timeout: 30_000 });
  await expect(part).toContainText('À vérifier');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  push.respondWith(device, undefined);
  await letters.getByRole('button', { name: 'Renvoyer Demande de recharge, Appareil' }).first().click();
  await expect(page.getByText('Le message repart')).toBeVisible();
  await letters.getByRole('button', { name: 'Renvoyer' }).first().click();
  await expect(letters).toBeHidden({ timeout: 30_000 });
  await expect(part).toContainText('Tout est parti', { timeout: 30_000 });
  const titles = push.messages
    .filter((message) => message.device === device.name)
    .map(({ content }) => content.title);
  expect(titles.filter((title) => title === 'Nouvelle demande de recharge')).toHaveLength(2);
});
