/** Types of the worker: the project is type-checked for pages. */
interface PushSubscriptionChange {
  // Some browsers omit both.
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}
interface WindowOfApp {
  readonly visibilityState: 'hidden' | 'visible';
  focus(): Promise<WindowOfApp>;
  navigate(url: string): Promise<WindowOfApp | null>;
}
interface PushWorker {
  readonly location: { readonly origin: string };
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowOfApp[]>;
    openWindow(url: string): Promise<WindowOfApp | null>;
  };
  addEventListener(
    type: string,
    listener: (
      event: PushSubscriptionChange & {
        readonly data: { json(): unknown } | null;
        readonly notification: Notification;
        waitUntil(work: Promise<unknown>): void;
      },
    ) => void,
  ): void;
}

/** A title is a sentence of the account's language, and no Arabic one begins with a Latin word. */
const languageOf = (title: unknown) => (/^\P{L}*\p{Script=Arabic}/u.test(String(title)) ? 'ar' : 'fr');

/**
 * Shows push messages, opens their screen when they are tapped, and renews a subscription that the browser has replaced. Runs in the
 * service worker.
 */
export function receivePushes(): void {
  const worker = globalThis as unknown as PushWorker;
  const ownUrl = (path: unknown): string => {
    const url = new URL(typeof path === 'string' ? path : '/', worker.location.origin);
    return url.origin === worker.location.origin ? url.href : worker.location.origin;
  };
  const open = async (url: string) => {
    const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const shown = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
    if (!shown) return worker.clients.openWindow(url);
    await shown.focus().catch(() => undefined);
    // A page that this worker does not control cannot be navigated.
    return shown.navigate(url).catch(() => worker.clients.openWindow(url));
  };
  /** The server's public key, base64url like that of a subscription. Undefined without a session. */
  const serverKey = async (): Promise<string | undefined> => {
    const response = await fetch('/api/push/key');
    return response.ok ? (await response.json()).publicKey : undefined;
  };
  const renew = async ({ oldSubscription, newSubscription }: PushSubscriptionChange) => {
    let next = newSubscription;
    if (!next) {
      const applicationServerKey = oldSubscription?.options.applicationServerKey ?? (await serverKey());
      if (!applicationServerKey) return;
      next = await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    }
    const { endpoint, keys } = next.toJSON();
    await fetch('/api/push/subscriptions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint, keys, replaces: oldSubscription?.endpoint }),
    });
  };
  worker.addEventListener('push', (event) => {
    let news: { id?: unknown; title?: unknown; text?: unknown; path?: unknown } = {};
    try {
      news = Object(event.data?.json());
    } catch {
      // Not a message of this server: browsers require that every push shows a notification.
    }
    const { id, title, text, path } = news;
    event.waitUntil(
      worker.registration.showNotification(typeof title === 'string' ? title : 'Almas', {
        body: typeof text === 'string' ? text : '',
        // A repeated message replaces the first one.
        tag: `almas-${id}`,
        icon: '/icon-192.png',
        lang: languageOf(title),
        data: { path },
      }),
    );
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(ownUrl(event.notification.data?.path)));
  });
  worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
}
