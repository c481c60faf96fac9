import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refresh } from './queries.ts';
import { onSessionChange } from './session-signal.ts';

vi.mock('./queries.ts', () => ({ refresh: vi.fn() }));

/** A fake of the browser's event stream. */
class FakeEventSource {
  static opened: FakeEventSource[] = [];
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    FakeEventSource.opened.push(this);
  }
  addEventListener() {}
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
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  vi.stubGlobal('EventSource', FakeEventSource);
  FakeEventSource.opened = [];
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.mocked(refresh).mockClear();
});

/** A page whose document arrived after `pageTook` milliseconds, and that opened its event stream 300 ms after its start. */
async function listening(pageTook: number) {
  const { listenToEvents } = await import('./live.ts');
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { startTime: 0, responseStart: pageTook } as PerformanceNavigationTiming,
  ]);
  vi.advanceTimersByTime(300);
  const requestedAt = performance.now();
  stop = listenToEvents();
  const [source] = FakeEventSource.opened as [FakeEventSource];
  return {
    source,
    age: Number(new URL(source.url, 'http://almas').searchParams.get('age')) - Math.ceil(requestedAt),
  };
}

test('the call for events requests those since the page’s data was read, including the time of the call itself', async () => {
  const { source, age } = await listening(200);
  expect(age).toBe(450);
  vi.advanceTimersByTime(450);
  source.onopen?.();
  vi.advanceTimersByTime(1_000);
  expect(refresh).not.toHaveBeenCalled();
});

test('a page whose call for events took longer than allowed for reads everything again, once', async () => {
  const { source } = await listening(200);
  vi.advanceTimersByTime(451);
  source.onopen?.();
  vi.advanceTimersByTime(1_000);
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(vi.mocked(refresh).mock.calls[0]).toContain('products');
  source.onopen?.();
  vi.advanceTimersByTime(1_000);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('a page that Back restores from the cache reads everything again; a page that is loaded does not', async () => {
  await listening(200);
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
  await listening(200);
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
