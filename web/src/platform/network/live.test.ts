import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refresh } from './queries.ts';
import { onSessionChange } from './session-signal.ts';

vi.mock('./queries.ts', () => ({ refresh: vi.fn() }));

/** A fake of the browser's event stream. */
class FakeEventSource {
  static opened: FakeEventSource[] = [];
  readonly listeners = new Map<string, (event: { readonly data: string }) => void>();
  onerror: (() => void) | null = null;
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    FakeEventSource.opened.push(this);
  }
  addEventListener(type: string, listener: (event: { readonly data: string }) => void) {
    this.listeners.set(type, listener);
  }
  close() {}
}

let stop = () => {};
interface Page {
  onpageshow: ((event: { readonly persisted: boolean }) => void) | null;
  onpagehide: (() => void) | null;
}
const page: Page = { onpageshow: null, onpagehide: null };
beforeEach(() => {
  vi.stubGlobal('window', page);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('EventSource', FakeEventSource);
  FakeEventSource.opened = [];
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.mocked(refresh).mockClear();
});

/** A page that listens; `receive` delivers an event of the server. */
async function listening() {
  const { listenToEvents } = await import('./live.ts');
  stop = listenToEvents();
  const [source] = FakeEventSource.opened as [FakeEventSource];
  return {
    receive: (type: string) => source.listeners.get(type)?.({ data: JSON.stringify({ type }) }),
  };
}

// Turned red by: a `refresh` that is not listened to.
test('a page reads everything again when its event stream opens, since what happened after its first read is unknown', async () => {
  const { receive } = await listening();
  expect(FakeEventSource.opened.map(({ url }) => url)).toEqual(['/api/events']);
  receive('refresh');
  vi.advanceTimersByTime(1_000);
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(vi.mocked(refresh).mock.calls[0]).toContain('products');
});

test('a page that Back restores from the cache reads everything again; a page that is loaded does not', async () => {
  await listening();
  page.onpageshow?.({ persisted: false });
  vi.advanceTimersByTime(1_000);
  expect(refresh).not.toHaveBeenCalled();
  page.onpageshow?.({ persisted: true });
  vi.advanceTimersByTime(1_000);
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(vi.mocked(refresh).mock.calls[0]).toContain('accounts');
  stop();
  expect(page.onpageshow).toBeNull();
});

// Turned red by: a page that only reads again: until the response arrives, a press on the former user's screen would act for the new user.
test('a page that Back restores shows nothing of its user when another one has signed in or out meanwhile, and then reads the session', async () => {
  let changedAt = Date.now() - 60_000;
  vi.stubGlobal('localStorage', { getItem: () => `${changedAt}` });
  const sessionOf = vi.fn();
  const unsubscribe = onSessionChange(sessionOf);
  await listening();
  page.onpagehide?.();
  page.onpageshow?.({ persisted: true });
  expect(sessionOf).not.toHaveBeenCalled();
  page.onpagehide?.();
  changedAt = Date.now() + 1;
  page.onpageshow?.({ persisted: true });
  expect(sessionOf).toHaveBeenCalledExactlyOnceWith('');
  expect(refresh).toHaveBeenCalledExactlyOnceWith('accounts');
  unsubscribe();
});
