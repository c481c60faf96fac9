import { describe, expect, test } from 'vitest';
import { nextOpening } from './next-opening.ts';
import { type ServiceHours, serviceReason } from './service-hours.ts';

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const hours = (changes: Partial<ServiceHours> = {}): ServiceHours => ({
  isActive: true,
  maintenanceMode: false,
  startHour: 8,
  endHour: 22,
  workingDays: everyDay,
  ...changes,
});
/** Friday 20 November 2026, at an hour of Algiers. */
const friday = (time: string) => Date.parse(`2026-11-20T${time}+01:00`);

describe('the reason', () => {
  test.each([
    ['07:59:59.999', 'closed'],
    ['08:00:00.000', 'online'],
    ['21:59:59.999', 'online'],
    ['22:00:00.000', 'closed'],
  ])('the status of a Free Fire service open from 8 to 22 h at %s in Algiers is %s', (time, reason) => {
    expect(serviceReason(hours(), friday(time))).toBe(reason);
  });

  test('the Free Fire service follows the day of Algiers, not that of UTC', () => {
    const fridaysOnly = hours({ startHour: 0, endHour: 1, workingDays: [5] });
    expect(serviceReason(fridaysOnly, Date.parse('2026-11-19T23:30:00Z'))).toBe('online');
    expect(serviceReason(fridaysOnly, Date.parse('2026-11-20T23:30:00Z'))).toBe('closed');
  });

  test('the reason of the Free Fire service is the first that applies: unknown, disabled, maintenance, closed, online', () => {
    const noon = friday('12:00:00');
    expect(serviceReason(null, noon)).toBe('unknown');
    expect(serviceReason(hours({ isActive: false, maintenanceMode: true }), noon)).toBe('disabled');
    expect(serviceReason(hours({ maintenanceMode: true, workingDays: [] }), noon)).toBe('maintenance');
    expect(serviceReason(hours({ workingDays: [6] }), noon)).toBe('closed');
    expect(serviceReason(hours(), noon)).toBe('online');
  });

  test('a Free Fire service window that passes midnight never opens', () => {
    const night = hours({ startHour: 20, endHour: 2 });
    expect(serviceReason(night, friday('23:00:00'))).toBe('closed');
    expect(serviceReason(night, friday('01:00:00'))).toBe('closed');
  });
});

describe('the next opening', () => {
  test('the next opening of the Free Fire service is today before the opening hour, otherwise on the next working day', () => {
    expect(nextOpening(hours(), friday('06:00:00'))).toBe(friday('08:00:00'));
    expect(nextOpening(hours(), friday('22:30:00'))).toBe(Date.parse('2026-11-21T08:00+01:00'));
    const sundays = hours({ workingDays: [0] });
    expect(nextOpening(sundays, friday('12:00:00'))).toBe(Date.parse('2026-11-22T08:00+01:00'));
    expect(nextOpening(hours({ workingDays: [5] }), friday('08:00:00'))).toBe(
      Date.parse('2026-11-27T08:00+01:00'),
    );
  });

  test.each([
    ['switched off', { isActive: false }],
    ['in maintenance', { maintenanceMode: true }],
    ['without a working day', { workingDays: [] }],
    ['without an hour', { startHour: 9, endHour: 9 }],
  ])('the next opening of the Free Fire service is unknown when the service is %s', (_, changes) => {
    expect(nextOpening(hours(changes), friday('06:00:00'))).toBeNull();
  });

  test('the next opening of the Free Fire service is unknown without a configuration', () => {
    expect(nextOpening(undefined, friday('06:00:00'))).toBeNull();
  });
});
