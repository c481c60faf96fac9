import { describe, expect, test } from 'vitest';
import { coalesce } from '../../server/src/database/coalesce.ts';

/** A read that ends when the test ends it, and returns its number. */
function readings() {
  const ends: ((error?: Error) => void)[] = [];
  const read = () =>
    new Promise<number>((resolve, reject) => {
      const which = ends.length + 1;
      ends.push((error) => (error ? reject(error) : resolve(which)));
    });
  return { ask: coalesce(read), ends };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a shared reading', () => {
  test('callers before a coalesced read begins all get the result of that one read', async () => {
    const { ask, ends } = readings();
    const results = Promise.all([ask(), ask(), ask()]);
    await turn();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(await results).toEqual([1, 1, 1]);
  });

  test('callers after a coalesced read has begun share the next one, which begins when this one has ended', async () => {
    const { ask, ends } = readings();
    const first = ask();
    await turn();
    const later = Promise.all([ask(), ask()]);
    await turn();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(await first).toBe(1);
    await turn();
    expect(ends).toHaveLength(2);
    ends[1]?.();
    expect(await later).toEqual([2, 2]);
  });

  test('a coalesced read that fails rejects only the callers that waited for it', async () => {
    const { ask, ends } = readings();
    const first = ask();
    await turn();
    const second = ask();
    ends[0]?.(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await turn();
    ends[1]?.();
    expect(await second).toBe(2);
  });
});
