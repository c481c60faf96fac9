import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const device = Date.parse('2026-03-31T10:00:00Z');
const hour = 3_600_000;

describe("the server's clock", () => {
  beforeEach(() => {
    vi.resetModules();
    vi.useFakeTimers({ now: device });
  });
  afterEach(() => vi.useRealTimers());

  const load = () => import('./server-clock.ts');

  test('before a response of the server its time is that of the device', async () => {
    const { serverNow } = await load();
    expect(serverNow()).toBe(device);
  });

  test.each([-5 * hour, 5 * hour])(
    'a device whose clock differs by %i ms has the time of the server, also later',
    async (difference) => {
      const { noteServerTime, serverNow } = await load();
      noteServerTime(device + difference);
      vi.advanceTimersByTime(hour);
      expect(serverNow()).toBe(device + difference + hour);
    },
  );

  test('a response that took 20 s, or that has no time, changes nothing', async () => {
    const { noteServerTime, serverNow } = await load();
    noteServerTime(device - 20_000);
    noteServerTime(Number.NaN);
    expect(serverNow()).toBe(device);
  });

  test('a wrong clock that is corrected while the page is open is noticed with the next response', async () => {
    const { noteServerTime, serverNow } = await load();
    noteServerTime(device + 5 * hour);
    vi.setSystemTime(device + 5 * hour);
    noteServerTime(device + 5 * hour);
    expect(serverNow()).toBe(device + 5 * hour);
  });
});
