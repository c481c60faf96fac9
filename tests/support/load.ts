import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './random.ts';
import { callServer, type RemoteAnswer, type RemoteCall } from './remote.ts';
import type { RemoteShop } from './remote-shop.ts';

/** Something a server has said it did. */
interface Acknowledged {
  readonly kind: 'purchase' | 'recharge';
  readonly key: string;
  /** The purchase's or the transaction's number. */
  readonly id: number;
}

export interface LoadResult {
  /** Operations begun; each is repeated with its key until it is answered. */
  readonly begun: number;
  readonly acknowledged: readonly Acknowledged[];
  /** Answers other than 200 on the way, by status or by the reason why none came. */
  readonly setbacks: Readonly<Record<string, number>>;
  /** Operations without an answer after a minute, and answers that no retry can help. */
  readonly givenUp: readonly string[];
  /** Keys whose repetition answered something else than the first time. */
  readonly contradicted: readonly string[];
  /** Longest time between two acknowledgements, in milliseconds. */
  readonly longestGap: number;
}

const giveUpAfterMilliseconds = 60_000;
const replayShare = 0.1;
/** Between two operations of one worker: the shop must not be sold out before the last crash. */
const breath = { least: 10, most: 30 };

/**
 * Patient customers and administrators, `workers` at a time: each operation goes to one of the servers, again with the
 * same key after a failure, with growing pauses; now and then one that was answered is sent once more.
 */
export function startLoad(
  shop: RemoteShop,
  servers: () => readonly string[],
  random: Random,
  workers = 6,
): { stop(): Promise<LoadResult> } {
  const acknowledged: Acknowledged[] = [];
  const givenUp: string[] = [];
  const contradicted: string[] = [];
  const setbacks: Record<string, number> = {};
  let [begun, longestGap, last, stopped] = [0, 0, performance.now(), false];

  const ask = async (wanted: RemoteCall, cookie: string): Promise<RemoteAnswer> => {
    const began = performance.now();
    for (let delay = 20; ; delay = Math.min(delay * 2, 500)) {
      const answer = await callServer(random.pick(servers()), { cookie }, wanted);
      const isPassing = answer.status === 0 || answer.status === 503;
      if (answer.status !== 200) {
        const name = answer.failure ?? String(answer.status);
        setbacks[name] = (setbacks[name] ?? 0) + 1;
      }
      if (!isPassing || performance.now() - began > giveUpAfterMilliseconds) return answer;
      await pause(delay * (0.5 + random.value()));
    }
  };

  const work = async () => {
    for (; !stopped; await pause(random.between(breath.least, breath.most))) {
      const kind = random.chance(0.8) ? 'purchase' : 'recharge';
      const { cookie, call } = operation(shop, kind, random);
      const key = call.key ?? '';
      begun += 1;
      const answer = await ask(call, cookie);
      if (answer.status !== 200) {
        givenUp.push(`${kind} ${answer.status} ${answer.failure ?? JSON.stringify(answer.body)}`);
        continue;
      }
      longestGap = Math.max(longestGap, performance.now() - last);
      last = performance.now();
      acknowledged.push({ kind, key, id: Number(answer.body.id ?? answer.body.transactionId) });
      if (!random.chance(replayShare)) continue;
      const again = await ask(call, cookie);
      if (JSON.stringify(again.body) !== JSON.stringify(answer.body)) contradicted.push(key);
    }
  };

  const running = Array.from({ length: workers }, work);
  return {
    stop: async () => {
      stopped = true;
      await Promise.all(running);
      return { begun, acknowledged, setbacks, givenUp, contradicted, longestGap };
    },
  };
}

function operation(shop: RemoteShop, kind: Acknowledged['kind'], random: Random) {
  const buyer = random.pick(shop.buyers);
  const key = randomUUID();
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

/** What the database knows of what was said: acknowledged operations lost, done twice, or done without a word. */
export async function compareWithBooks(
  { db }: Pick<RemoteShop, 'db'>,
  result: LoadResult,
): Promise<{ lost: number; doubled: number; unasked: number }> {
  const { rows } = await db.query<{ key: string; id: number; times: number }>({
    text: `SELECT k.key, coalesce((k.answer ->> 'purchaseId')::bigint, (k.answer ->> 'transactionId')::bigint) AS id,
             (SELECT count(*) FROM ledger l WHERE l.related_transaction_id = (k.answer ->> 'purchaseId')::bigint
                OR l.transaction_id = (k.answer ->> 'transactionId')::bigint) AS times
           FROM idempotency_keys k`,
  });
  const done = new Map(rows.map((row) => [row.key, row]));
  const lost = result.acknowledged.filter(({ key, id }) => {
    const row = done.get(key);
    return row?.id !== id || row.times === 0;
  }).length;
  const doubled =
    rows.filter(({ times }) => times > 1).length +
    result.acknowledged.length -
    new Set(result.acknowledged.map(({ kind, id }) => `${kind} ${id}`)).size;
  const [purchases] = (await db.query<{ count: number }>({ text: 'SELECT count(*) FROM purchases' })).rows;
  const asked = new Set(result.acknowledged.map(({ key }) => key));
  const keyed = rows.filter(({ key }) => key && !asked.has(key)).length;
  const unkeyed =
    (purchases?.count ?? 0) - result.acknowledged.filter(({ kind }) => kind === 'purchase').length;
  return { lost, doubled, unasked: keyed + Math.max(0, unkeyed) };
}
