import { atOneMoment } from '../database/one-moment.ts';
import type { Database, Queryable } from '../database/pool.ts';
import { runQuery } from '../database/run-query.ts';
import { type Statement, statement } from '../database/statement.ts';
import { NIL_UUID } from '../ids.ts';
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
  /** null: the job of AMB-61 has not been there yet. */
  readonly fingerprint: Buffer | null;
}

const sealedColumns =
  'id, offer_id AS "offerId", created_at AS "createdAt", sealed, key_id AS "keyId", canonical_fingerprint AS fingerprint';

/** In the order of the index of available codes, which holds no sold one. */
const codesForSale: Statement<[offerId: string, createdAt: string, id: number, limit: number], CodeForSale> =
  statement(
    'audit.codes-for-sale',
    `SELECT ${sealedColumns} FROM codes WHERE status = 'available' AND (offer_id, created_at, id) > ($1::uuid, $2::timestamptz, $3::bigint)
      ORDER BY offer_id, created_at, id LIMIT $4`,
  );
/** Those that came with a number above `after`. */
const recentForSale = statement<[after: number, limit: number], CodeForSale>(
  'audit.recent-codes-for-sale',
  `SELECT ${sealedColumns} FROM codes WHERE status = 'available' AND id > $1 ORDER BY id LIMIT $2`,
);
/** One of so many parts of those up to `until`, whatever came or was sold between: by the remainder of their numbers. */
const partForSale = statement<[parts: number, part: number, until: number], { id: number }>(
  'audit.part-of-codes-for-sale',
  `SELECT id FROM codes WHERE status = 'available' AND id % $1::bigint = $2::bigint AND id <= $3 ORDER BY id`,
);
const forSaleByNumbers = statement<[ids: readonly number[]], CodeForSale>(
  'audit.codes-for-sale-by-numbers',
  `SELECT ${sealedColumns} FROM codes WHERE status = 'available' AND id = ANY ($1::bigint[])`,
);
const batchSize = 5_000;
/** Enough to see what is wrong. */
const most = 1_000;
/** Opened in an audit of what is recent, beside its part: some seconds on a machine that is busy. */
const usualMostRecent = 50_000;

/**
 * Opens every code that is for sale, over one moment. A sale does not look into what it sells: its buyer would pay for a code that
 * no key opens, and would have to ask support for another one.
 * @returns the numbers of the codes that do not open, or hold another code than their fingerprint says; undefined when the master
 *   secret is not there or another one
 */
export async function unreadableCodes(settings: SecretSettings, db: Database): Promise<number[] | undefined> {
  return withVault(settings, db, async (on, vault) => {
    const found: number[] = [];
    let after: Pick<CodeForSale, 'offerId' | 'createdAt' | 'id'> | undefined = {
      offerId: NIL_UUID,
      createdAt: '-infinity',
      id: 0,
    };
    while (after && found.length < most) {
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
    return found.slice(0, most);
  });
}

export interface RecentlyOpened {
  readonly unreadable: readonly number[];
  /** Codes that came since, and whether that were all of them. */
  readonly recent: number;
  readonly isComplete: boolean;
  /** Codes of the part. */
  readonly ofPart: number;
}

/**
 * The same for the codes that came since an audit that read up to here, at most `mostRecent` of them, and one part of the others. In
 * `parts` audits every code that stays for sale is opened again.
 * @returns undefined when the master secret is not there or another one
 */
export async function unreadableRecentCodes(
  settings: SecretSettings,
  db: Database,
  since: Coverage,
  {
    part,
    parts,
    mostRecent = usualMostRecent,
  }: { readonly part: number; readonly parts: number; readonly mostRecent?: number },
): Promise<RecentlyOpened | undefined> {
  return withVault(settings, db, async (on, vault) => {
    await on.query({ text: recentSettings });
    const found: number[] = [];
    const before = Math.max(0, Math.trunc(since.numbers.codes) - lateNumbers);
    let [recent, after, isComplete, isOver] = [0, before, false, false];
    while (!isOver) {
      const codes = await recentForSale.all(on, after, batchSize);
      const opened = codes.slice(0, mostRecent - recent);
      found.push(...unreadableOf(vault, opened));
      recent += opened.length;
      after = opened.at(-1)?.id ?? after;
      isComplete = opened.length === codes.length;
      isOver = !isComplete || codes.length < batchSize;
    }
    const ids = (await partForSale.all(on, parts, part, before)).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += batchSize)
      found.push(...unreadableOf(vault, await forSaleByNumbers.all(on, ids.slice(from, from + batchSize))));
    return { unreadable: found.slice(0, most), recent, isComplete, ofPart: ids.length };
  });
}

/** Over one moment, with the keys of that moment. @returns undefined when no secret opens them */
const withVault = <Result>(
  settings: SecretSettings,
  db: Database,
  read: (on: Queryable, vault: CodeVault) => Promise<Result>,
): Promise<Result | undefined> =>
  atOneMoment(db, 1, async ([client]) => {
    const on: Queryable = { query: (config) => runQuery(client, config) };
    const vault = await openedVault(settings, on);
    return vault && read(on, vault);
  });

const unreadableOf = (vault: CodeVault, codes: readonly CodeForSale[]): number[] =>
  codes.filter((code) => !isReadable(vault, code)).map(({ id }) => id);

/** As the keys are at this moment. @returns undefined when no secret opens them */
async function openedVault(settings: SecretSettings, on: Queryable): Promise<CodeVault | undefined> {
  try {
    const stored = await readKeys(on, masterSecret(settings));
    // No server has started on this database: nothing is sealed yet.
    if (stored.length === 0) return undefined;
    const keys = vaultKeys(stored);
    return codeVault(keys, { read: async () => keys, hold: async () => keys });
  } catch (error) {
    if (error instanceof StartupError) return undefined;
    throw error;
  }
}

function isReadable(vault: CodeVault, { id, sealed, keyId, fingerprint }: CodeForSale): boolean {
  try {
    const code = vault.open(id, sealed, keyId);
    return fingerprint === null || vault.fingerprint(code).equals(fingerprint);
  } catch {
    return false;
  }
}
