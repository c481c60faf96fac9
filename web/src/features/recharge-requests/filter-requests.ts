import { algiersClock, algiersMidnight, dayMilliseconds, momentOfClock } from '@almas/contract/algiers';
import { containsWords } from '@almas/contract/fold-text';
import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { phoneDigits, referenceNumber, searchedPhone } from '@almas/contract/searched-numbers';
import { readTypedAmount } from '@almas/contract/typed-amount';
import { typedDigits } from '@almas/contract/typed-text';
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

const centimes = (amount: number) => Math.round(amount * 100);

/** Whether a request is found by a search: as the server finds it, and by a part of its reference or its amount too (AMB-81). */
function finder(search: string): (request: RechargeRequest) => boolean {
  const phone = searchedPhone(search);
  const typed = readTypedAmount(search);
  const reference = referenceNumber(typedDigits(search));
  return (request) => {
    const { userName, userEmail, userCompany, userInfo } = request;
    return (
      [userName, requesterName(request)].some((name) =>
        containsWords(`${name} ${userEmail} ${userCompany}`, search),
      ) ||
      [request.reference ?? '', String(request.amount)].some((text) => containsWords(text, search)) ||
      (typed.kind === 'amount' && centimes(typed.amount) === centimes(request.amount)) ||
      (reference !== '' && reference === referenceNumber(request.reference ?? '')) ||
      (phone !== null && phoneDigits(userInfo?.phone ?? '').includes(phone))
    );
  };
}

/** The requests that match the filters, in their order. */
export function filterRequests(
  requests: readonly RechargeRequest[],
  { search, status, method, period }: RequestFilters,
  now: number,
): RechargeRequest[] {
  const start = periodStart(period, now);
  const isFound = finder(search);
  return requests.filter(
    (request) =>
      (status === 'all' || request.status === status) &&
      (method === 'all' || request.method === method) &&
      Date.parse(request.createdAt) >= start &&
      isFound(request),
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
