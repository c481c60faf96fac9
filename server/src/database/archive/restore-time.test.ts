import { describe, expect, test } from 'vitest';
import { lastNight } from './archive-keeper.ts';
import { parseRestoreTime, restoreTimeText } from './restore-time.ts';

describe('the time of a restore', () => {
  test.each([
    ['2026-03-02 14:05:30', '2026-03-02T13:05:30Z'],
    ['2026-03-02T14:05', '2026-03-02T13:05:00Z'],
    ['2026-03-02T14:05:30Z', '2026-03-02T14:05:30Z'],
    ['2026-03-02T14:05:30.250+03:00', '2026-03-02T11:05:30.250Z'],
  ])('a restore time %s, read in Algiers when it has no zone, is %s', (text, iso) => {
    expect(parseRestoreTime(text)).toBe(Date.parse(iso));
  });

  test.each(['', 'hier', '14:05', '2026-02-30 10:00:00', '2026-03-02 25:00:00', '02/03/2026 10:00'])(
    'the text "%s" is not accepted as a restore time',
    (text) => {
      expect(parseRestoreTime(text)).toBeUndefined();
    },
  );

  test('a restore time is shown in the form in which it is typed', () => {
    const at = Date.parse('2026-12-31T23:30:10.900Z');
    expect(restoreTimeText(at)).toBe('2027-01-01 00:30:10');
    expect(parseRestoreTime(restoreTimeText(at))).toBe(Math.floor(at / 1_000) * 1_000);
  });
});

test('the time of last night is the latest past 3 o’clock in Algiers', () => {
  const night = (iso: string) => new Date(lastNight(Date.parse(iso))).toISOString();
  expect(night('2026-03-02T02:00:00Z')).toBe('2026-03-02T02:00:00.000Z');
  expect(night('2026-03-02T01:59:59Z')).toBe('2026-03-01T02:00:00.000Z');
});
