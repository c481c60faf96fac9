import { business } from '@almas/contract/business';
import type { RefusalReasons } from '@almas/contract/forms';
import { proposedRefusalReasons } from '@almas/locale/stored';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { command } from '../../pipeline/command.ts';

const read = statement<[], { recharge: string[] | null; freeFire: string[] | null }>(
  'business.refusal-reasons',
  'SELECT recharge_reasons AS recharge, free_fire_reasons AS "freeFire" FROM business',
);
const write = statement<[recharge: readonly string[], freeFire: readonly string[]]>(
  'business.change-refusal-reasons',
  `INSERT INTO business (recharge_reasons, free_fire_reasons) VALUES ($1::text[], $2::text[])
   ON CONFLICT (only_row) DO UPDATE SET recharge_reasons = $1::text[], free_fire_reasons = $2::text[]`,
);

/** The owner's reasons to choose from; the proposed ones until the owner has saved a list. */
export async function readRefusalReasons(db: Queryable): Promise<RefusalReasons> {
  const { recharge, freeFire } = (await read.first(db)) ?? {};
  return {
    recharge: recharge ?? [...proposedRefusalReasons.recharge],
    freeFire: freeFire ?? [...proposedRefusalReasons.freeFire],
  };
}

export const changeRefusalReasons = command(business.changeRefusalReasons, {
  run: async ({ tx, body }) => {
    const before = await readRefusalReasons(tx);
    await write.run(tx, body.recharge, body.freeFire);
    return {
      response: body,
      effects: {
        audit: {
          action: 'business.change-refusal-reasons',
          subject: { type: 'business', id: 'refusal-reasons' },
          before: { rechargeReasons: before.recharge, freeFireReasons: before.freeFire },
          after: { rechargeReasons: body.recharge, freeFireReasons: body.freeFire },
        },
        events: [[{ role: 'admin' }, { type: 'features' }]],
      },
    };
  },
});
