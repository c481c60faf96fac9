import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { describe, expect, test } from 'vitest';
import { filterRequests, periodStart, requesterName } from './filter-requests.ts';

const now = Date.parse('2026-03-31T10:00:00Z');
const all = { search: '', status: 'all', method: 'all', period: 'all' };
const request = (change: Partial<RechargeRequest>) =>
  ({
    userName: 'Amine Benali',
    userEmail: 'amine@exemple.dz',
    userCompany: 'Cyber Sétif',
    status: 'pending',
    method: 'ccp',
    createdAt: new Date(now).toISOString(),
    ...change,
  }) as RechargeRequest;

describe('periods', () => {
  test('the period filter « today » begins at midnight in Algiers [ADR-08]', () => {
    expect(new Date(periodStart('today', now)).toISOString()).toBe('2026-03-30T23:00:00.000Z');
    const lateEvening = Date.parse('2026-03-31T23:30:00Z');
    expect(new Date(periodStart('today', lateEvening)).toISOString()).toBe('2026-03-31T23:00:00.000Z');
  });

  test('the period filter of a week goes back 7 x 24 h [ADR-09]', () => {
    expect(new Date(periodStart('week', now)).toISOString()).toBe('2026-03-24T10:00:00.000Z');
  });

  test('the period filter of a month goes back to the same day, or to the last one of a shorter month [ADR-10]', () => {
    expect(new Date(periodStart('month', now)).toISOString()).toBe('2026-02-28T10:00:00.000Z');
    const middle = Date.parse('2026-03-15T10:00:00Z');
    expect(new Date(periodStart('month', middle)).toISOString()).toBe('2026-02-15T10:00:00.000Z');
  });

  test('the period filter keeps a request at its boundary and drops an older one', () => {
    const border = request({ createdAt: new Date(periodStart('week', now)).toISOString() });
    const older = request({ createdAt: new Date(periodStart('week', now) - 1).toISOString() });
    expect(filterRequests([border, older], { ...all, period: 'week' }, now)).toEqual([border]);
    expect(filterRequests([border, older], all, now)).toHaveLength(2);
  });
});

test('the search, the status and the method narrow the list of recharge requests together', () => {
  const wanted = request({ status: 'approved', method: 'baridimob' });
  const others = [request({}), request({ status: 'approved' }), request({ method: 'baridimob' })];
  const filters = { ...all, status: 'approved', method: 'baridimob', search: ' setif ' };
  expect(filterRequests([...others, wanted], filters, now)).toEqual([wanted]);
  expect(filterRequests([wanted], { ...filters, search: 'oran' }, now)).toEqual([]);
});

test('a request shows its account’s own first and last name when the server sent them, otherwise its stored name', () => {
  const userInfo = { firstName: 'Lina', lastName: 'Saadi', balance: 0, status: 'active' };
  expect(requesterName(request({ userInfo }))).toBe('Lina Saadi');
  expect(requesterName(request({}))).toBe('Amine Benali');
});
