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
import type { Coverage } from './coverage.ts';
import { recentSettings } from './recent.ts';
import { lateNumbers } from './window.ts';

interface CodeForSale extends SealedCode {
  readonly offerId: string;
  readonly createdAt: string;
  /** null: the job of AMB-61 has not computed it yet. */
  readonly fingerprint: Buffer | null;
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
/** Those with an id above `after`. */
const recentForSale = statement<[after: number, limit: number], CodeForSale>(
  'audit.recent-codes-for-sale',
  `SELECT ${sealedColumns} FROM codes WHERE status = 'available' AND id > $1 ORDER BY id LIMIT $2`,
);
/** One of `parts` parts of those up to `until`, by the remainder of the id, which imports and sales do not change. */
const partForSale = statement<[parts: number, part: number, until: number], { id: number }>(
  'audit.part-of-codes-for-sale',
  `SELECT id FROM codes WHERE status = 'available' AND id % $1::bigint = $2::bigint AND id <= $3 ORDER BY id`,
);
const forSaleByNumbers = statement<[ids: readonly number[]], CodeForSale>(
  'audit.codes-for-sale-by-numbers',
  `SELECT ${sealedColumns} FROM codes WHERE status = 'available' AND id = ANY ($1::bigint[])`,
);
const batchSize = 5_000;
const maxFindings = 1_000;
/** Recent codes that an audit with --recent decrypts: some seconds on a busy machine. */
const defaultMaxRecent = 50_000;

/**
 * Decrypts every available code of one snapshot. A sale charges the buyer before it decrypts, so the buyer would pay for a code that no
 * key opens.
 * @returns the ids of the codes that cannot be decrypted or do not match their fingerprint, at most 1,000; undefined when the master
 *   secret is missing or not that of this database
 */
export async function unreadableCodes(settings: SecretSettings, db: Database): Promise<number[] | undefined> {
  return withVault(settings, db, async (on, vault) => {
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
      found.push(...unreadableOf(vault, codes));
      after = codes.at(-1);
    }
    return found.slice(0, maxFindings);
  });
}

export interface RecentlyOpened {
  readonly unreadable: readonly number[];
  /** How many recent codes were decrypted. */
  readonly recent: number;
  /** Whether these are all recent codes. */
  readonly isComplete: boolean;
  /** How many codes of the part were decrypted. */
  readonly ofPart: number;
}

/**
 * The same for at most `maxRecent` codes imported since an audit with this coverage, and for one part of the others. `parts` audits
 * together decrypt every code that stays available.
 * @returns undefined when the master secret is missing or not that of this database
 */
export async function unreadableRecentCodes(
  settings: SecretSettings,
  db: Database,
  since: Coverage,
  {
    part,
    parts,
    maxRecent = defaultMaxRecent,
  }: { readonly part: number; readonly parts: number; readonly maxRecent?: number },
): Promise<RecentlyOpened | undefined> {
  return withVault(settings, db, async (on, vault) => {
    await on.query({ text: recentSettings });
    const found: number[] = [];
    const before = Math.max(0, Math.trunc(since.numbers.codes) - lateNumbers);
    let [recent, after, isComplete, isOver] = [0, before, false, false];
    while (!isOver) {
      const codes = await recentForSale.all(on, after, batchSize);
      const opened = codes.slice(0, maxRecent - recent);
      found.push(...unreadableOf(vault, opened));
      recent += opened.length;
      after = opened.at(-1)?.id ?? after;
      isComplete = opened.length === codes.length;
      isOver = !isComplete || codes.length < batchSize;
    }
    const ids = (await partForSale.all(on, parts, part, before)).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += batchSize)
      found.push(...unreadableOf(vault, await forSaleByNumbers.all(on, ids.slice(from, from + batchSize))));
    return { unreadable: found.slice(0, maxFindings), recent, isComplete, ofPart: ids.length };
  });
}

/** Runs `read` in one snapshot with its keys. @returns undefined when the master secret does not open them */
const withVault = <Result>(
  settings: SecretSettings,
  db: Database,
  read: (on: Queryable, vault: Opened) => Promise<Result>,
): Promise<Result | undefined> =>
  withSnapshot(db, 1, async ([client]) => {
    const on: Queryable = { query: (config) => runQuery(client, config) };
    const vault = await openedVault(settings, on);
    return vault && read(on, { vault, isFormChecked: await isFormChecked(on) });
  });

interface Opened {
  readonly vault: CodeVault;
  readonly isFormChecked: boolean;
}

const unreadableOf = (vault: Opened, codes: readonly CodeForSale[]): number[] =>
  codes.filter((code) => !isReadable(vault, code)).map(({ id }) => id);

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
    if (fingerprint === null || !isFormChecked) return true;
    return (
      vault.fingerprint(code).equals(fingerprint) ||
      vault.fingerprint(code, { caseSignificant: true }).equals(fingerprint)
    );
  } catch {
    return false;
  }
}
