import { stored } from '@almas/locale';
import type { Logger } from 'pino';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import type { OpenTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { StartupError } from '../../startup-error.ts';
import type { CodeVault, SealedCode } from '../../vault/code-vault.ts';
import { notifyAdministrators } from './notify-administrators.ts';
import { withholdUnreadable } from './withhold-unreadable.ts';

/** The check of an offer's codes, which continues after this code. */
interface CodeCheck {
  offerId: string;
  afterCreatedAt: string;
  afterId: number;
  /** How many codes it has withheld so far. */
  withheld: number;
}

const request = statement<[offerId: string]>(
  'code-checks.request',
  `INSERT INTO code_checks (offer_id) VALUES ($1)
   ON CONFLICT (offer_id) DO UPDATE SET after_created_at = '-infinity', after_id = 0`,
);
const next = statement<[], CodeCheck>(
  'code-checks.next',
  `SELECT offer_id AS "offerId", after_created_at::text AS "afterCreatedAt", after_id AS "afterId", withheld
     FROM code_checks ORDER BY offer_id LIMIT 1 FOR UPDATE`,
);
// Without a lock, so that the codes that open are sold meanwhile.
const forSale = statement<
  { offerId: string; afterCreatedAt: string; afterId: number; limit: number },
  SealedCode & { readonly createdAt: string }
>(
  'code-checks.for-sale',
  `SELECT id, sealed, key_id AS "keyId", created_at::text AS "createdAt" FROM codes
    WHERE offer_id = :offer_id AND status = 'available' AND (created_at, id) > (:after_created_at::timestamptz, :after_id::bigint)
    ORDER BY created_at, id LIMIT :limit::int`,
);
// Those that are still for sale, as they were read: one that was sealed again since may open. Without codes that are being sold: when such
// a code cannot be decrypted, its sale requests the check again.
const lockUnchanged = statement<[ids: readonly number[], sealed: readonly Buffer[]], { id: number }>(
  'code-checks.lock-unchanged',
  `SELECT c.id FROM codes c JOIN unnest($1::bigint[], $2::bytea[]) AS read (id, sealed) USING (id)
    WHERE c.id = ANY ($1) AND c.status = 'available' AND c.sealed = read.sealed ORDER BY c.id FOR NO KEY UPDATE OF c SKIP LOCKED`,
);
const saveProgress = statement<{
  offerId: string;
  afterCreatedAt: string;
  afterId: number;
  withheld: number;
}>(
  'code-checks.save-progress',
  'UPDATE code_checks SET after_created_at = :after_created_at::timestamptz, after_id = :after_id, withheld = :withheld WHERE offer_id = :offer_id',
);
const finish = statement<[offerId: string]>(
  'code-checks.finish',
  'DELETE FROM code_checks WHERE offer_id = $1',
);

/**
 * Requests a check of all codes for sale of an offer, because one of its codes could not be decrypted: the cause, such as a lost
 * key, may affect others. A further request restarts the check. A failure here is only logged.
 */
export async function requestCodeCheck(
  { db, log }: { readonly db: Queryable; readonly log: Logger },
  offerId: string,
): Promise<void> {
  await request
    .run(db, offerId)
    .catch((error: unknown) => log.error({ err: error, offerId }, 'code check not requested'));
}

/**
 * Withholds codes that no key opens before they are sold, in the offers for which a check was requested, a batch at a time while
 * sales go on. Each batch records the ids in the audit trail; the last one notifies administrators. The fingerprints are released, so
 * the same codes can be imported again. A server that cannot open a stored key withholds nothing: other servers, or this one with the
 * right secret, may be able to decrypt the codes.
 */
export const codeChecks = (services: Services) => ({
  /** @returns `limit` while there are codes to check, so that the next batch follows; then 0 */
  batch: async (tx: OpenTransaction, limit: number): Promise<number> => {
    const check = await next.first(tx);
    if (!check) return 0;
    const { offerId, afterCreatedAt, afterId } = check;
    const codes = await forSale.all(tx, { offerId, afterCreatedAt, afterId, limit });
    if (!(await canOpenKeysOf(services.vault, codes))) return 0;
    const opened = services.vault.openEachLearned(codes);
    const unreadable = await lockStillUnreadable(
      tx,
      codes.filter((_, index) => opened[index] === null),
    );
    const withheld = check.withheld + unreadable.length;
    const last = codes.at(-1);
    const isOver = codes.length < limit;
    if (last && !isOver)
      await saveProgress.run(tx, { offerId, afterCreatedAt: last.createdAt, afterId: last.id, withheld });
    else await finish.run(tx, offerId);
    if (unreadable.length > 0) await withholdUnreadable(tx, services, offerId, unreadable);
    if (isOver && withheld > 0)
      await notifyAdministrators(
        tx,
        services,
        stored.alerts.unreadableWithheld(withheld),
        { withheld },
        'stock',
      );
    return limit;
  },
});

/** @returns the ids of those codes that did not open and may be withheld */
async function lockStillUnreadable(tx: OpenTransaction, codes: readonly SealedCode[]): Promise<number[]> {
  if (codes.length === 0) return [];
  const ids = codes.map(({ id }) => id);
  const locked = await lockUnchanged.all(
    tx,
    ids,
    codes.map(({ sealed }) => sealed),
  );
  return locked.map(({ id }) => id);
}

/** Whether this server can open every stored key of these codes. A key that is no longer stored is lost for all servers. */
async function canOpenKeysOf(vault: CodeVault, codes: readonly SealedCode[]): Promise<boolean> {
  try {
    await vault.learn(codes.map(({ keyId }) => keyId));
    return true;
  } catch (error) {
    if (error instanceof StartupError) return false;
    throw error;
  }
}
