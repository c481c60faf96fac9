import * as z from 'zod';
import { Advance } from './credit.ts';
import { actingId, pathId } from './fields.ts';
import { FreeFireRequestCreated } from './free-fire.ts';
import { Purchase } from './purchases.ts';
import { RechargeRequest } from './recharge-requests.ts';
import { route } from './route.ts';

/**
 * What became of a call that moved money. `executed`: it took effect, with its result under the name of what it made.
 * `closed`: the key was unknown and is closed from now on; `refused`: it had been closed before. In both cases nothing
 * was written, and a call that still arrives with the key is refused with KEY_CLOSED.
 */
export const OutcomeState = z.enum(['executed', 'refused', 'closed']);

export const Outcome = z.object({
  outcome: OutcomeState,
  purchase: Purchase.nullable(),
  freeFireRequest: FreeFireRequestCreated.nullable(),
  rechargeRequest: RechargeRequest.nullable(),
  advance: Advance.nullable(),
});
export type Outcome = z.output<typeof Outcome>;

export const outcomes = {
  settle: route({
    method: 'POST',
    path: '/api/outcomes/:key',
    summary:
      'Ce qu’est devenue une demande dont la réponse s’est perdue : exécutée, avec son résultat ; sinon sa clé est fermée et la demande ne sera plus exécutée',
    access: 'active',
    cashier: true,
    secret: true,
    params: z.object({ key: pathId('KEY_INVALID', 200) }),
    /** When given it must be the session's own: a key is known under the account that it was made for. */
    body: z.object({ userId: actingId('USER_ID_REQUIRED') }),
    response: Outcome,
    errors: ['KEY_INVALID', 'TOO_MANY_OUTCOMES', 'USER_ID_REQUIRED', 'FORBIDDEN'],
  }),
} as const;
