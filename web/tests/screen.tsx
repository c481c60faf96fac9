import '../src/ui/theme/tokens.css';
import '../src/ui/theme/base.css';
import './page.ts';
import type { User } from '@almas/contract/accounts';
import type { LiveEvent } from '@almas/contract/live';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createAppRouter } from '../src/app/router.ts';
import { setTheme } from '../src/lib/color-scheme.ts';
import { currentToasts, dismissForNavigation, dismissToast } from '../src/lib/toast-store.ts';
import { addDialogEntry } from '../src/platform/navigation/index.ts';
import { queryClient } from '../src/platform/network/index.ts';
import { leftOnPurpose, startSession } from '../src/platform/session/index.ts';
import { Toasts } from '../src/ui/toasts.tsx';
import { type Answers, type FakeApi, fakeApi } from './api.ts';
import { configuration, emptyList, freeFireService } from './samples.ts';

/** The live events of the server, sent by the test. */
class Events extends EventTarget {
  static current: Events | undefined;
  readonly readyState = 1;
  constructor() {
    super();
    Events.current = this;
  }
  close(): void {
    if (Events.current === this) Events.current = undefined;
  }
}

/** What every signed-in screen asks for. */
const frameAnswers = (user: User | null): Answers => ({
  'accounts.session': { user },
  'accounts.purchaseLimit': { perHour: 60, isOwn: false, byDefault: 60, used: 0, until: null },
  'notifications.list': { ...emptyList, unread: 0 },
  'configuration.get': configuration,
  'features.list': { enabled: [] },
  ...(user?.role === 'reseller' && preloadedAnswers),
});

/** What the pages of a reseller begin with: a link under the pointer, wherever a test has left it, loads its page. */
const preloadedAnswers: Answers = {
  'wallet.operations': { ...emptyList, adjustments: [] },
  'freeFire.service': freeFireService(),
  'purchases.list': emptyList,
  'products.list': emptyList,
  'prices.mine': { version: '1', offers: [] },
  'rechargeRequests.list': emptyList,
  'business.paymentAccounts': { items: [] },
  'purchases.today': { codes: 0, paid: 0 },
  'shop.balanceThreshold': { threshold: null },
};

interface Screen extends FakeApi {
  /** Sends a live event. */
  emit(event: LiveEvent): Promise<void>;
  /** The path and parameters of the address. */
  address(): string;
  /** How many entries its history has. */
  steps(): number;
  /** Goes to an address that no link of the screen names. */
  go(path: string): void;
  /** Goes back like the browser's Back. */
  back(): void;
  forward(): void;
}

function dismissToasts(): void {
  for (const { id } of currentToasts()) dismissToast(id);
}

/** Leaves the screen that the test has opened before, as a reload does. */
let leave: () => void = () => undefined;

/**
 * Shows the application at an address, as this user, with its own router, in the document of the test until it ends. The API answers
 * what the test says.
 */
export async function openScreen(path: string, user: User | null, answers: Answers = {}): Promise<Screen> {
  leave();
  // Its session did not end on purpose, unlike that of a test before it.
  if (user && leftOnPurpose()) startSession(user);
  // What a component alone has read or said in another file is not of this screen.
  queryClient.clear();
  dismissToasts();
  // The press of another test is not the first one of a double press.
  window.dispatchEvent(new Event('input'));
  vi.stubGlobal('EventSource', Events);
  const api = fakeApi({ ...frameAnswers(user), ...answers });
  const place = document.createElement('div');
  place.id = 'root';
  document.body.append(place);
  const root = createRoot(place);
  const history = createMemoryHistory({ initialEntries: [path] });
  addDialogEntry(history);
  const router = createAppRouter(history, queryClient);
  // As in src/main.tsx.
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) dismissForNavigation();
  });
  leave = () => {
    root.unmount();
    place.remove();
    queryClient.clear();
    dismissToasts();
  };
  onTestFinished(async () => {
    // What takes no press for a moment would take none in the next test either.
    if (vi.isFakeTimers()) vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    leave();
    leave = () => undefined;
    vi.unstubAllGlobals();
    setTheme('auto');
    localStorage.clear();
    sessionStorage.clear();
    await page.viewport(1280, 900);
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return {
    ...api,
    emit: async (event) => {
      await expect.poll(() => Events.current).toBeDefined();
      Events.current?.dispatchEvent(new MessageEvent(event.type, { data: JSON.stringify(event) }));
    },
    address: () => history.location.href,
    steps: () => history.length,
    go: (path) => history.push(path),
    back: () => history.back(),
    forward: () => history.forward(),
  };
}
