import type { Database, Queryable } from '../database/pool.ts';
import { runQuery } from '../database/run-query.ts';
import { withSnapshot } from '../database/snapshot.ts';
import { type Statement, statement } from '../database/statement.ts';
import { NIL_UUID } from '../ids.ts';
import { isFormChecked } from '../modules/codes/code-forms.ts';
import { StartupError } from '../startup-error.ts';
import { type CodeVault, codeVault, type SealedCode } from '../vault/code-vault.ts';
import { masterSecret, type SecretSettings } from '../vault/master-secret.ts';
import { readKeys, vaultKeys } from '../vault/stored-keys.ts';

interface CodeForSale extends SealedCode {
  readonly offerId: string;
  readonly createdAt: string;
  readonly fingerprint: Buffer;
}

const sealedColumns =
  'id, offer_id AS "offerId", created_at AS "createdAt", sealed, key_id AS "keyId", canonical_fingerprint AS fingerprint';

/** In the order of the index of available codes. */
const codesForSale: Statement<[offerId: string, createdAt: string, id: number, limit: number], CodeForSale> =
  statement(
    'audit.codes-for-sale',
    `SELECT ${sealedColumns} FROM codes WHERE status = 'available' AND (offer_id, created_at, id) > ($1::uuid, $2::timestamptz, $3::bigint)
      ORDER BY offer_id, created_at, id LIMIT $4`,
  );
/** Decrypted without a pause: the other connections of the audit must be able to open meanwhile. */
const batchSize = 500;
const maxFindings = 1_000;

/**
 * Decrypts every available code of one snapshot. A sale charges the buyer before it decrypts, so the buyer would pay for a code that no
 * key opens.
 * @returns the ids of the codes that cannot be decrypted or do not match their fingerprint, at most 1,000; undefined when the master
 *   secret is missing or not that of this database
 */
export async function unreadableCodes(settings: SecretSettings, db: Database): Promise<number[] | undefined> {
  return withSnapshot(db, 1, async ([client]) => {
    const on: Queryable = { query: (config) => runQuery(client, config) };
    const vault = await openedVault(settings, on);
    if (!vault) return undefined;
    const opened = { vault, isFormChecked: await isFormChecked(on) };
    const found: number[] = [];
    let after: Pick<CodeForSale, 'offerId' | 'createdAt' | 'id'> | undefined = {
      offerId: NIL_UUID,
      createdAt: '-infinity',
      id: 0,
    };
    while (after && found.length < maxFindings) {
      const codes: CodeForSale[] = await codesForSale.all(
        on,
        after.offerId,
        after.createdAt,
        after.id,
        batchSize,
      );
      found.push(...codes.filter((code) => !isReadable(opened, code)).map(({ id }) => id));
      after = codes.at(-1);
    }
    return found.slice(0, maxFindings);
  });
}

interface Opened {
  readonly vault: CodeVault;
  readonly isFormChecked: boolean;
}

/** @returns undefined when the master secret does not open the stored keys, or there are none */
async function openedVault(settings: SecretSettings, on: Queryable): Promise<CodeVault | undefined> {
  try {
    const stored = await readKeys(on, masterSecret(settings));
    // No server has started on this database, so no code is encrypted yet.
    if (stored.length === 0) return undefined;
    const keys = vaultKeys(stored);
    return codeVault(keys, { read: async () => keys, hold: async () => keys });
  } catch (error) {
    if (error instanceof StartupError) return undefined;
    throw error;
  }
}

/** Until stored codes are compared by the current form (code-forms.ts), a fingerprint may be that of the former one. */
function isReadable(
  { vault, isFormChecked }: Opened,
  { id, sealed, keyId, fingerprint }: CodeForSale,
): boolean {
  try {
    const { code } = vault.open(id, sealed, keyId);
    if (!isFormChecked) return true;
    return (
      vault.fingerprint(code).equals(fingerprint) ||
      vault.fingerprint(code, { caseSignificant: true }).equals(fingerprint)
    );
  } catch {
    return false;
  }
}
