import { algiersClock, algiersMidnight, dayMilliseconds, momentOfClock } from '@almas/contract/algiers';
import { containsWords } from '@almas/contract/fold-text';
import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { serverNow } from '../../lib/server-clock.ts';

export interface RequestFilters {
  readonly search: string;
  readonly status: string;
  readonly method: string;
  readonly period: string;
}

function monthBefore(now: number): number {
  const local = algiersClock(now);
  const day = local.getUTCDate();
  local.setUTCMonth(local.getUTCMonth() - 1);
  // A shorter month has no 31st: its last day is used.
  if (local.getUTCDate() !== day) local.setUTCDate(0);
  return momentOfClock(local);
}

/** The start of a period (AMB-79): midnight in Algiers, 7 x 24 h ago, a month ago. */
export function periodStart(period: string, now: number): number {
  if (period === 'today') return algiersMidnight(now);
  if (period === 'week') return now - 7 * dayMilliseconds;
  return period === 'month' ? monthBefore(now) : Number.NEGATIVE_INFINITY;
}

/** The reseller's name: the account's first and last name when the request includes them (ADR-18). */
export const requesterName = ({ userInfo, userName }: RechargeRequest): string =>
  (userInfo && `${userInfo.firstName} ${userInfo.lastName}`.trim()) || userName;

/** The requests that match the filters, in their order; as the server searches them (AMB-81), and parts of a reference or amount. */
export function filterRequests(
  requests: readonly RechargeRequest[],
  { search, status, method, period }: RequestFilters,
  now: number,
): RechargeRequest[] {
  const start = periodStart(period, now);
  return requests.filter(
    (request) =>
      (status === 'all' || request.status === status) &&
      (method === 'all' || request.method === method) &&
      Date.parse(request.createdAt) >= start &&
      [
        requesterName(request),
        request.userName,
        request.userEmail,
        request.userCompany,
        request.reference ?? '',
        String(request.amount),
      ].some((text) => containsWords(text, search)),
  );
}

export const isFiltered = ({ search, status, method, period }: RequestFilters): boolean =>
  search.trim() !== '' || [status, method, period].some((choice) => choice !== 'all');

/** The same filters as query parameters. */
export function serverQuery(
  { search, status, method, period, order }: RequestFilters & { readonly order: string },
  now: number,
) {
  const start = periodStart(period, now);
  return {
    search: search.trim(),
    status: status as 'all',
    method: method as 'all',
    order: order as 'desc',
    limit: 100,
    ...(Number.isFinite(start) && { since: new Date(start).toISOString() }),
  };
}

/** The same for the export, evaluated when it is requested. */
export function exportQuery(filters: RequestFilters & { readonly order: string }) {
  const { limit: _, ...query } = serverQuery(filters, serverNow());
  return query;
}
