import type { ServiceHours } from '@almas/contract/service-hours';
import { describe, expect, test } from 'vitest';
import { serviceState } from './service-state.ts';

const always = { isActive: true, maintenanceMode: false, workingDays: [0, 1, 2, 3, 4, 5, 6] };
const usual: ServiceHours = { ...always, startHour: 8, endHour: 22 };
/** A local time of Algiers. 2026-03-01 is a Sunday. */
const at = (local: string) => new Date(`${local}+01:00`);
const state = (hours: ServiceHours, local: string) => serviceState(hours, at(local));
const opening = (hours: ServiceHours, local: string) => state(hours, local).nextOpening?.toISOString();
const moment = (local: string) => at(local).toISOString();

describe('online', () => {
  test('the Free Fire service is online from startHour:00 on [FFS-08]', () => {
    expect(state(usual, '2026-03-02T07:59:59.999').online).toBe(false);
    expect(state(usual, '2026-03-02T08:00:00').online).toBe(true);
  });

  test('the Free Fire service is online until just before endHour:00 [FFS-09]', () => {
    expect(state(usual, '2026-03-02T21:59:59.999').online).toBe(true);
    expect(state(usual, '2026-03-02T22:00:00').online).toBe(false);
  });

  test.each([0, 1, 2, 3, 4, 5, 6])(
    'the Free Fire service is online on day %i only when it is a working day [FFS-07]',
    (weekday) => {
      const noon = `2026-03-0${1 + weekday}T12:00:00`;
      expect(state({ ...usual, workingDays: [weekday] }, noon).online).toBe(true);
      expect(
        state({ ...usual, workingDays: always.workingDays.filter((d) => d !== weekday) }, noon).online,
      ).toBe(false);
    },
  );

  test('the Free Fire service is online by the clock and the day of Algiers, not of UTC', () => {
    const sunday: ServiceHours = { ...always, workingDays: [0], startHour: 0, endHour: 1 };
    expect(serviceState(sunday, new Date('2026-02-28T22:59:59Z')).online).toBe(false);
    expect(serviceState(sunday, new Date('2026-02-28T23:00:00Z')).online).toBe(true);
    expect(serviceState(sunday, new Date('2026-03-01T00:00:00Z')).online).toBe(false);
  });

  test('the Free Fire service is online until 22:59:59 when endHour is 23, the last hour that can be chosen', () => {
    expect(state({ ...always, startHour: 0, endHour: 23 }, '2026-03-02T22:59:59').online).toBe(true);
    expect(state({ ...always, startHour: 0, endHour: 23 }, '2026-03-02T23:00:00').online).toBe(false);
  });

  test.each([
    [22, 8],
    [8, 8],
    [23, 0],
  ])('the Free Fire service is never online with the hours %i to %i', (startHour, endHour) => {
    for (let hour = 0; hour < 24; hour += 1) {
      const local = `2026-03-02T${String(hour).padStart(2, '0')}:30:00`;
      expect(state({ ...always, startHour, endHour }, local)).toEqual({
        online: false,
        reason: 'closed',
        nextOpening: null,
      });
    }
  });
});

describe('the reason', () => {
  const closed = '2026-03-02T03:00:00';
  const open = '2026-03-02T12:00:00';

  test('the reason of the Free Fire service state is the first broken condition in the order of the rules [FFS-05][FFS-06]', () => {
    const maintained = { ...usual, maintenanceMode: true };
    expect(state({ ...maintained, isActive: false }, closed).reason).toBe('disabled');
    expect(state({ ...usual, isActive: false }, open)).toMatchObject({ online: false, reason: 'disabled' });
    expect(state(maintained, closed).reason).toBe('maintenance');
    expect(state(maintained, open)).toMatchObject({ online: false, reason: 'maintenance' });
    expect(state(usual, closed).reason).toBe('closed');
    expect(state(usual, open)).toMatchObject({ online: true, reason: 'online' });
  });
});

describe('the next opening', () => {
  test('the next opening of the service is today before the opening hour', () => {
    expect(opening(usual, '2026-03-02T00:00:00')).toBe(moment('2026-03-02T08:00:00'));
    expect(opening(usual, '2026-03-02T07:59:59')).toBe(moment('2026-03-02T08:00:00'));
  });

  test('the next opening of the service is tomorrow after closing, also over the end of a month and of a year', () => {
    expect(opening(usual, '2026-03-02T22:00:00')).toBe(moment('2026-03-03T08:00:00'));
    expect(opening(usual, '2026-12-31T23:30:00')).toBe(moment('2027-01-01T08:00:00'));
  });

  test('the next opening of the service skips days that are not working days', () => {
    expect(opening({ ...usual, workingDays: [1, 4] }, '2026-03-02T22:30:00')).toBe(
      moment('2026-03-05T08:00:00'),
    );
  });

  test('the next opening of a service with one working day is a week ahead once that day has closed', () => {
    const mondays = { ...usual, workingDays: [1] };
    expect(opening(mondays, '2026-03-02T22:00:00')).toBe(moment('2026-03-09T08:00:00'));
    expect(opening(mondays, '2026-03-03T09:00:00')).toBe(moment('2026-03-09T08:00:00'));
  });

  test('the next opening of a service that opens at midnight belongs to the day that begins', () => {
    const nights: ServiceHours = { ...always, workingDays: [2], startHour: 0, endHour: 5 };
    expect(opening(nights, '2026-03-02T23:59:59')).toBe(moment('2026-03-03T00:00:00'));
  });

  test('the next opening of a service that is online is the one after the current hours', () => {
    expect(opening(usual, '2026-03-02T12:00:00')).toBe(moment('2026-03-03T08:00:00'));
  });

  test('the next opening of the service is unknown while disabled or in maintenance, and without a working day', () => {
    expect(state({ ...usual, isActive: false }, '2026-03-02T23:00:00').nextOpening).toBeNull();
    expect(state({ ...usual, maintenanceMode: true }, '2026-03-02T23:00:00').nextOpening).toBeNull();
    expect(state({ ...usual, workingDays: [] }, '2026-03-02T23:00:00').nextOpening).toBeNull();
  });
});
