import type { ClaimOutcome, ClaimReason } from '@almas/contract/forms';
import { demoClaims } from '@almas/locale/demo';
import type { Actor, Origin } from '../authorization/identity.ts';
import { statement } from '../database/statement.ts';
import { createClaims } from '../modules/claims/create-claims.ts';
import { decideClaim } from '../modules/claims/decide-claim.ts';
import { changeFeature } from '../modules/features/change-feature.ts';
import { discloseCodes } from '../modules/purchases/disclosures.ts';
import { callBy, execute } from '../pipeline/command.ts';
import type { Services } from '../services.ts';

/** By the place of the reseller: what became of the claims of its latest purchases; null: they wait. */
const claimed: readonly (readonly [place: number, reason: ClaimReason, outcome: ClaimOutcome | null])[] = [
  [0, 'used', 'replace'],
  [1, 'invalid', 'credit'],
  [2, 'wrong_region', 'refuse'],
  [3, 'invalid', 'credit'],
  [0, 'invalid', null],
  [1, 'used', null],
  [4, 'other', null],
];

const latestCode = statement<[userId: string], { purchaseId: number; codeId: number }>(
  'demo.latest-code',
  `SELECT p.id AS "purchaseId", c.id AS "codeId" FROM purchases p JOIN codes c ON c.purchase_id = p.id
    WHERE p.user_id = $1 AND NOT EXISTS (SELECT FROM claims WHERE purchase_id = p.id)
    ORDER BY p.created_at DESC, p.id DESC, c.id LIMIT 1`,
);

/** Claims of codes that were sold last, some of them decided. */
export async function claimCodes(
  services: Services,
  admin: Actor,
  origin: Origin,
  resellers: readonly Actor[],
): Promise<void> {
  const feature = { params: { name: 'claims' }, body: { enabled: true } };
  await execute(services, changeFeature, callBy(admin, origin, feature));
  for (const [place, reason, outcome] of claimed) {
    const reseller = resellers[place];
    const code = reseller && (await latestCode.first(services.db, reseller.id));
    if (!code) continue;
    const params = { id: String(code.purchaseId) };
    for (const kind of reason === 'used' ? (['print', 'print', 'share'] as const) : (['print'] as const))
      await execute(services, discloseCodes, callBy(reseller, origin, { params, body: { kind } }));
    const body = { codeIds: [String(code.codeId)], reason, note: demoClaims[reason], pictureId: null };
    const { response } = await execute(services, createClaims, callBy(reseller, origin, { params, body }));
    const [claim] = response.items;
    if (claim && outcome)
      await execute(
        services,
        decideClaim,
        callBy(admin, origin, {
          params: { id: claim.id },
          body: { outcome, note: outcome === 'refuse' ? demoClaims.refusal : '' },
        }),
      );
  }
}
