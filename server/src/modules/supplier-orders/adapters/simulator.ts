import { createHash } from 'node:crypto';
import { stored } from '@almas/locale';
import type { Queryable } from '../../../database/pool.ts';
import { statement } from '../../../database/statement.ts';
import type { Centimes } from '../../../money/amount.ts';
import type { SupplierAdapter, SupplierAnswer, SupplierRequest } from './adapter.ts';

const { said } = stored.supplierOrders;

/** What the simulated supplier does with an order; the article of the order names it. Any other article is delivered at once. */
export const scenarios = [
  'delivered',
  'accepted',
  'refused',
  'paid-then-error',
  'delivered-before-answer',
  'twice',
  'partial',
  'silence',
  'late-reversal',
  // Last: it pauses the connection.
  'wrong-price',
] as const;
export type Scenario = (typeof scenarios)[number];

const scenarioOf = (article: string): Scenario => scenarios.find((name) => name === article) ?? 'delivered';

interface SimulatedOrder {
  readonly id: number;
  readonly state: 'pending' | 'completed' | 'reversed';
  readonly codes: number;
  readonly cost: Centimes;
}
const insert = statement<{
  connectionId: number;
  reference: string;
  state: SimulatedOrder['state'];
  codes: number;
  cost: number;
}>(
  'simulator.insert',
  'INSERT INTO simulated_orders (connection_id, reference, state, codes, cost) VALUES (:connection_id, :reference, :state, :codes, :cost)',
);
const ofReference = statement<[connectionId: number, reference: string], SimulatedOrder>(
  'simulator.of-reference',
  'SELECT id, state, codes, cost FROM simulated_orders WHERE connection_id = $1 AND reference = $2 ORDER BY id',
);
const move = statement<[id: number, state: SimulatedOrder['state']]>(
  'simulator.move',
  'UPDATE simulated_orders SET state = $2 WHERE id = $1',
);
const spent = statement<[connectionId: number], { spent: Centimes }>(
  'simulator.spent',
  `SELECT coalesce(sum(cost), 0)::bigint AS spent FROM simulated_orders WHERE connection_id = $1 AND state <> 'reversed'`,
);
/** What a simulated account begins with, in centimes. */
const openingBalance = 100_000_000;

/** Codes that say what they are; the same ones for the same order. */
const codesOf = (connectionId: number, reference: string, count: number): string[] =>
  Array.from(
    { length: count },
    (_, at) =>
      `REPETITION-${createHash('sha256').update(`${connectionId} ${reference} ${at}`).digest('hex').slice(0, 16).toUpperCase()}`,
  );

/** A supplier inside the product, with its own books, for rehearsals: it takes no money, and its codes are worth nothing. */
export function simulatedSupplier(db: Queryable, connectionId: number): SupplierAdapter {
  const delivered = (
    { reference, player }: SupplierRequest,
    { id, codes, cost }: SimulatedOrder,
  ): SupplierAnswer => ({
    state: 'delivered',
    codes: player === undefined ? codesOf(connectionId, reference, codes) : [],
    cost,
    number: String(id),
    ...(player !== undefined && { receipt: `https://fournisseur-simule.example/recus/${id}` }),
  });
  const read = async ({ reference }: SupplierRequest) =>
    (await ofReference.all(db, connectionId, reference))[0];

  const pay = async (order: SupplierRequest, scenario: Scenario): Promise<SimulatedOrder | undefined> => {
    const codes = scenario === 'partial' ? Math.floor(order.quantity / 2) : order.quantity;
    const cost =
      scenario === 'wrong-price' ? order.maxCost * 2 : Math.round((order.maxCost * codes) / order.quantity);
    const state = scenario === 'accepted' ? 'pending' : 'completed';
    await insert.run(db, { connectionId, reference: order.reference, state, codes, cost });
    return read(order);
  };

  return {
    reference: 'idempotent',
    watchSeconds: 5,
    buy: async (order) => {
      const scenario = scenarioOf(order.article);
      if (scenario === 'silence') return { state: 'unclear', why: said.silent };
      if (scenario === 'refused') return { state: 'refused', why: said.simulated.refused };
      const known = (await read(order)) ?? (await pay(order, scenario));
      if (!known || scenario === 'paid-then-error') return { state: 'unclear', why: 'HTTP 500' };
      if (scenario === 'accepted' || scenario === 'delivered-before-answer')
        return { state: 'accepted', number: String(known.id) };
      const answer = delivered(order, known);
      if (scenario === 'twice' && answer.state === 'delivered')
        return { ...answer, codes: [...answer.codes, ...answer.codes] };
      return answer;
    },
    find: async (order) => {
      const known = await read(order);
      if (!known) return { state: 'missing' };
      if (known.state === 'pending') {
        await move.run(db, known.id, 'completed');
        return { state: 'accepted', number: String(known.id) };
      }
      if (known.state === 'completed' && scenarioOf(order.article) === 'late-reversal')
        await move.run(db, known.id, 'reversed');
      return known.state === 'reversed' || scenarioOf(order.article) === 'late-reversal'
        ? { state: 'reversed', refunded: known.cost, why: said.simulated.reversed }
        : delivered(order, known);
    },
    balance: async () => (openingBalance - (await spent.one(db, connectionId)).spent) as Centimes,
  };
}
