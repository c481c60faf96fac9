import type { Config } from '../config.ts';
import { atOneMoment } from '../database/one-moment.ts';
import type { Database, Queryable } from '../database/pool.ts';
import { runQuery } from '../database/run-query.ts';
import { type Statement, statement } from '../database/statement.ts';
import { StartupError } from '../startup-error.ts';
import { type CodeVault, codeVault } from '../vault/code-vault.ts';
import { masterSecret } from '../vault/master-secret.ts';
import { readKeys, vaultKeys } from '../vault/stored-keys.ts';

interface SealedCode {
  readonly id: number;
  readonly offerId: string;
  readonly createdAt: string;
  readonly sealed: Buffer;
  readonly keyId: number;
  /** null: the job of AMB-61 has not been there yet. */
  readonly fingerprint: Buffer | null;
}

/** In the order of the index of available codes, which holds no sold one. */
const codesForSale: Statement<[offerId: string, createdAt: string, id: number, limit: number], SealedCode> =
  statement(
    'audit.codes-for-sale',
    `SELECT id, offer_id AS "offerId", created_at AS "createdAt", sealed, key_id AS "keyId", canonical_fingerprint AS fingerprint
       FROM codes WHERE status = 'available' AND (offer_id, created_at, id) > ($1::uuid, $2::timestamptz, $3::bigint)
      ORDER BY offer_id, created_at, id LIMIT $4`,
  );
const batchSize = 5_000;
/** Enough to see what is wrong. */
const most = 1_000;

/**
 * Opens every code that is for sale, over one moment. A sale does not look into what it sells: its buyer would pay for a code that
 * no key opens, and be shown an error.
 * @returns the numbers of the codes that do not open, or hold another code than their fingerprint says; undefined when the master
 *   secret is not there or another one
 */
export async function unreadableCodes(config: Config, db: Database): Promise<number[] | undefined> {
  return atOneMoment(db, 1, async ([client]) => {
    const on: Queryable = { query: (question) => runQuery(client, question) };
    const vault = await openedVault(config, on);
    if (!vault) return undefined;
    const found: number[] = [];
    let after: Pick<SealedCode, 'offerId' | 'createdAt' | 'id'> | undefined = {
      offerId: '00000000-0000-0000-0000-000000000000',
      createdAt: '-infinity',
      id: 0,
    };
    while (after && found.length < most) {
      const codes: SealedCode[] = await codesForSale.all(
        on,
        after.offerId,
        after.createdAt,
        after.id,
        batchSize,
      );
      found.push(...codes.filter((code) => !isReadable(vault, code)).map(({ id }) => id));
      after = codes.at(-1);
    }
    return found.slice(0, most);
  });
}

/** As the keys are at this moment. @returns undefined when no secret opens them */
async function openedVault(config: Config, on: Queryable): Promise<CodeVault | undefined> {
  try {
    const stored = await readKeys(on, masterSecret(config));
    // No server has started on this database: nothing is sealed yet.
    if (stored.length === 0) return undefined;
    const keys = vaultKeys(stored);
    return codeVault(keys, { read: async () => keys, hold: async () => keys });
  } catch (error) {
    if (error instanceof StartupError) return undefined;
    throw error;
  }
}

function isReadable(vault: CodeVault, { id, sealed, keyId, fingerprint }: SealedCode): boolean {
  try {
    const code = vault.open(id, sealed, keyId);
    return fingerprint === null || vault.fingerprint(code).equals(fingerprint);
  } catch {
    return false;
  }
}
