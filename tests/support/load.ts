import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './random.ts';
import { callServer, type RemoteCall, type RemoteResponse } from './remote.ts';
import type { RemoteShop } from './remote-shop.ts';

/** An operation that a server has acknowledged. */
export interface Acknowledged {
  readonly kind: 'purchase' | 'recharge';
  readonly key: string;
  /** The purchase's or the transaction's number. */
  readonly id: number;
}

export interface LoadResult {
  /** Operations started; each is repeated with its key until there is a response. */
  readonly begun: number;
  readonly acknowledged: readonly Acknowledged[];
  /** Failed attempts, by status or by the reason of a missing response. */
  readonly failedAttempts: Readonly<Record<string, number>>;
  /** Operations without a response after the time limit, and responses that make a retry useless. */
  readonly givenUp: readonly string[];
  /** Keys whose repeated call had another response than the first. */
  readonly changedResponses: readonly string[];
  /** Longest time between two acknowledgements, in milliseconds. */
  readonly longestGap: number;
  /** 503 responses: the slowest in milliseconds, and how many had no Retry-After. */
  readonly refusals: { readonly slowest: number; readonly withoutRetryAfter: number };
}

export interface LoadOptions {
  /** Number of workers, each of which runs one operation after the other. */
  readonly workers?: number;
  /** Instead of workers: operations started per second, however long the earlier ones take. */
  readonly perSecond?: number;
  /** Share of purchases; the other operations are recharges. */
  readonly purchases?: number;
  /** Whether a retry waits for Retry-After, with growing pauses. */
  readonly respectsRetryAfter?: boolean;
  /** After how many seconds an operation is given up. */
  readonly giveUpAfterSeconds?: number;
}

export interface Load {
  /** When each acknowledged operation was started and acknowledged, in milliseconds of performance.now(). */
  readonly times: readonly { readonly begun: number; readonly acknowledged: number }[];
  stop(): Promise<LoadResult>;
}

const replayShare = 0.1;
/** Pause in milliseconds between two operations of a worker, so that the stock lasts until the last crash. */
const pauseMilliseconds = { least: 10, most: 30 };

/**
 * Runs purchases and recharges against the servers. After a failure an operation is repeated with the same key and growing pauses;
 * some that succeeded are also repeated.
 */
export function startLoad(
  shop: RemoteShop,
  servers: () => readonly string[],
  random: Random,
  {
    workers = 6,
    perSecond,
    purchases = 0.8,
    respectsRetryAfter = false,
    giveUpAfterSeconds = 60,
  }: LoadOptions = {},
): Load {
  const acknowledged: Acknowledged[] = [];
  const givenUp: string[] = [];
  const changedResponses: string[] = [];
  const failedAttempts: Record<string, number> = {};
  const times: { begun: number; acknowledged: number }[] = [];
  const refusals = { slowest: 0, withoutRetryAfter: 0 };
  let [begun, stopped] = [0, false];
  const started = performance.now();

  const callWithRetries = async (wanted: RemoteCall, cookie: string): Promise<RemoteResponse> => {
    const began = performance.now();
    const [first, longest] = respectsRetryAfter ? [250, 5_000] : [20, 500];
    for (let delay = first; ; delay = Math.min(delay * 2, longest)) {
      const response = await callServer(random.pick(servers()), { cookie }, wanted);
      const isPassing = response.status === 0 || response.status === 503;
      if (response.status !== 200) {
        const name = response.failure ?? String(response.status);
        failedAttempts[name] = (failedAttempts[name] ?? 0) + 1;
      }
      if (response.status === 503) {
        refusals.slowest = Math.max(refusals.slowest, response.milliseconds);
        if (!(Number(response.retryAfter) >= 1)) refusals.withoutRetryAfter += 1;
      }
      if (!isPassing || performance.now() - began > giveUpAfterSeconds * 1_000) return response;
      const reported = respectsRetryAfter ? Number(response.retryAfter ?? 0) * 1_000 : 0;
      await pause(reported + delay * (0.5 + random.value()));
    }
  };

  const operate = async () => {
    const kind = random.chance(purchases) ? 'purchase' : 'recharge';
    const { cookie, call } = operation(shop, kind, random);
    const key = call.key ?? '';
    const began = performance.now();
    begun += 1;
    const response = await callWithRetries(call, cookie);
    if (response.status !== 200) {
      givenUp.push(`${kind} ${response.status} ${response.failure ?? JSON.stringify(response.body)}`);
      return;
    }
    times.push({ begun: began, acknowledged: performance.now() });
    acknowledged.push({ kind, key, id: Number(response.body.id ?? response.body.transactionId) });
    if (!random.chance(replayShare)) return;
    const again = await callWithRetries(call, cookie);
    if (JSON.stringify(again.body) !== JSON.stringify(response.body)) changedResponses.push(key);
  };
  const work = async () => {
    for (; !stopped; await pause(random.between(pauseMilliseconds.least, pauseMilliseconds.most)))
      await operate();
  };
  const arrive = async (rate: number) => {
    const underWay: Promise<void>[] = [];
    for (; !stopped; await pause(10)) {
      const due = ((performance.now() - started) / 1_000) * rate;
      while (begun < due) underWay.push(operate());
    }
    await Promise.all(underWay);
  };

  const running = perSecond === undefined ? Array.from({ length: workers }, work) : [arrive(perSecond)];
  return {
    times,
    stop: async () => {
      stopped = true;
      await Promise.all(running);
      const moments = times.map(({ acknowledged: at }) => at);
      const { milliseconds: longestGap } = longestGapOf([started, ...moments]);
      return {
        begun,
        acknowledged,
        failedAttempts,
        givenUp,
        changedResponses,
        longestGap,
        refusals,
      };
    },
  };
}

/** The longest gap between two of these times in milliseconds, and when it ended. */
export function longestGapOf(moments: readonly number[]): { milliseconds: number; end: number } {
  let longest = { milliseconds: 0, end: moments[0] ?? 0 };
  for (const [index, end] of moments.entries()) {
    const milliseconds = end - (moments[index - 1] ?? end);
    if (milliseconds > longest.milliseconds) longest = { milliseconds, end };
  }
  return longest;
}

/** The keys of every operation that a load of this process sent; set-up calls have other keys. */
const sentKeys = new Set<string>();

function operation(shop: RemoteShop, kind: Acknowledged['kind'], random: Random) {
  const buyer = random.pick(shop.buyers);
  const key = randomUUID();
  sentKeys.add(key);
  if (kind === 'recharge') {
    const call: RemoteCall = {
      method: 'POST',
      path: `/api/users/${buyer.id}/recharge`,
      key,
      body: { amount: 5 },
    };
    return { cookie: shop.admin.cookie, call };
  }
  const body = { productId: shop.productId, offerId: shop.offerId, quantity: random.between(1, 2) };
  return { cookie: buyer.cookie, call: { method: 'POST', path: '/api/purchases', key, body } as RemoteCall };
}

/**
 * Compares acknowledged operations with the database: `lost` are missing in it, `duplicated` occur twice, `unacknowledged` were
 * executed without an acknowledgement.
 */
export async function compareWithLedger(
  { db }: Pick<RemoteShop, 'db'>,
  result: Pick<LoadResult, 'acknowledged'>,
): Promise<{ lost: number; duplicated: number; unacknowledged: number }> {
  const { rows } = await db.query<{ key: string; id: number; times: number }>({
    text: `SELECT k.key, coalesce(k.purchase, k.transaction) AS id,
             coalesce(p.times, 0) + coalesce(t.times, 0) AS times
           FROM (SELECT key, (answer ->> 'purchaseId')::bigint AS purchase,
                        (answer ->> 'transactionId')::bigint AS transaction FROM idempotency_keys) k
           LEFT JOIN (SELECT related_transaction_id AS id, count(*) AS times FROM ledger GROUP BY 1) p ON p.id = k.purchase
           LEFT JOIN (SELECT transaction_id AS id, count(*) AS times FROM ledger GROUP BY 1) t ON t.id = k.transaction`,
  });
  const done = new Map(rows.map((row) => [row.key, row]));
  const lost = result.acknowledged.filter(({ key, id }) => {
    const row = done.get(key);
    return row?.id !== id || row.times === 0;
  }).length;
  const duplicated =
    rows.filter(({ times }) => times > 1).length +
    result.acknowledged.length -
    new Set(result.acknowledged.map(({ kind, id }) => `${kind} ${id}`)).size;
  const [purchases] = (await db.query<{ count: number }>({ text: 'SELECT count(*) FROM purchases' })).rows;
  const acknowledgedKeys = new Set(result.acknowledged.map(({ key }) => key));
  const keyed = rows.filter(({ key }) => sentKeys.has(key) && !acknowledgedKeys.has(key)).length;
  const unkeyed =
    (purchases?.count ?? 0) - result.acknowledged.filter(({ kind }) => kind === 'purchase').length;
  return { lost, duplicated, unacknowledged: keyed + Math.max(0, unkeyed) };
}
