import { stored } from '@almas/locale';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import type { OpenTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import type { SealedCode } from '../../vault/code-vault.ts';
import { writeFingerprints } from './fingerprint-codes.ts';
import { fingerprintsStore } from './fingerprints.store.ts';
import { notifyAdministratorsIn } from './notify-administrators.ts';

/** The form by which codes are compared (AMB-99). A change of `canonicalCode` needs the next number. */
const currentForm = 2;

interface FormProgress {
  afterId: number;
  withheld: number;
  soldTwice: number;
}

const isFinished = statement<[form: number], { finished: boolean }>(
  'code-forms.is-finished',
  'SELECT EXISTS (SELECT FROM code_forms WHERE form = $1 AND finished_at IS NOT NULL) AS finished',
);
// A restored backup of an older version has no row.
const start = statement<[form: number]>(
  'code-forms.start',
  'INSERT INTO code_forms (form) VALUES ($1) ON CONFLICT DO NOTHING',
);
const lockProgress = statement<[form: number], FormProgress>(
  'code-forms.lock-progress',
  `SELECT after_id AS "afterId", withheld, sold_twice AS "soldTwice" FROM code_forms
    WHERE form = $1 AND finished_at IS NULL FOR UPDATE`,
);
const saveProgress = statement<
  [form: number, afterId: number, withheld: number, soldTwice: number, isOver: boolean]
>(
  'code-forms.save-progress',
  `UPDATE code_forms SET after_id = $2, withheld = $3, sold_twice = $4,
          finished_at = CASE WHEN $5::boolean THEN clock_timestamp() END WHERE form = $1`,
);
interface ComparedCode extends SealedCode {
  readonly fingerprint: Buffer;
  readonly caseSignificant: boolean;
}
const comparedAfter = statement<[afterId: number, limit: number], ComparedCode>(
  'code-forms.compared-after',
  `SELECT c.id, c.sealed, c.key_id AS "keyId", c.canonical_fingerprint AS fingerprint, o.case_significant AS "caseSignificant"
     FROM codes c JOIN offers o ON o.id = c.offer_id
    WHERE c.id > $1::bigint AND c.canonical_fingerprint IS NOT NULL ORDER BY c.id LIMIT $2::int`,
);

/** Whether every stored code is compared by the current form. */
export const isFormChecked = async (db: Queryable): Promise<boolean> =>
  (await isFinished.one(db, currentForm)).finished;

/**
 * Computes the fingerprints of stored codes anew by the current form, a batch at a time while sales go on. Only a code whose
 * fingerprint changes is locked and written: of several that are now one code, one keeps it, unsold ones are withheld, and those sold
 * twice are recorded, as in the job for older codes (fingerprint-codes.ts). A code that no key opens keeps its former fingerprint: the
 * check of its offer withholds it. The progress is stored, so that the job runs once, on whichever server.
 */
export const codeFormChecks = (services: Services) => ({
  /** @returns `limit` while there are codes to compare, so that the next batch follows; then 0 */
  batch: async (tx: OpenTransaction, limit: number): Promise<number> => {
    if (await isFormChecked(tx)) return 0;
    await start.run(tx, currentForm);
    const progress = await lockProgress.first(tx, currentForm);
    if (!progress) return 0;
    const { vault } = services;
    const codes = await comparedAfter.all(tx, progress.afterId, limit);
    // A stored key that this server cannot open ends the batch: another server may open it.
    await vault.learn(codes.map(({ keyId }) => keyId));
    const opened = vault.openEachLearned(codes);
    const changed = codes.flatMap(({ id, fingerprint, caseSignificant }, index) => {
      const text = opened[index]?.code;
      if (text === undefined) return [];
      const current = vault.fingerprint(text, { caseSignificant });
      return current.equals(fingerprint) ? [] : [{ id, fingerprint: current }];
    });
    const found = await writeChanged(tx, services, changed);
    const withheld = progress.withheld + found.withheld;
    const soldTwice = progress.soldTwice + found.soldTwice;
    const isOver = codes.length < limit;
    await saveProgress.run(
      tx,
      currentForm,
      codes.at(-1)?.id ?? progress.afterId,
      withheld,
      soldTwice,
      isOver,
    );
    if (isOver && withheld + soldTwice > 0)
      await notifyAdministratorsIn(tx, services, stored.alerts.duplicateCodes(withheld, soldTwice), {
        withheld,
        soldTwice,
      });
    return isOver ? 0 : limit;
  },
});

interface Changed {
  readonly id: number;
  readonly fingerprint: Buffer;
}

async function writeChanged(
  tx: OpenTransaction,
  services: Services,
  changed: readonly Changed[],
): Promise<{ withheld: number; soldTwice: number }> {
  const counts = { withheld: 0, soldTwice: 0 };
  if (changed.length === 0) return counts;
  const fingerprints = new Map(changed.map(({ id, fingerprint }) => [id, fingerprint]));
  const locked = await fingerprintsStore.lockByIds.all(tx, [...fingerprints.keys()]);
  const fresh = locked.flatMap((code) => {
    const fingerprint = fingerprints.get(code.id);
    return fingerprint ? [{ ...code, fingerprint }] : [];
  });
  const holders = await fingerprintsStore.lockHolders.all(
    tx,
    fresh.map(({ fingerprint }) => fingerprint),
  );
  const freshIds = new Set(fresh.map(({ id }) => id));
  // A code of the batch still holds the fingerprint that another one gets: one after the other, so that no two hold it at once.
  const isEntangled = holders.some(({ id }) => freshIds.has(id));
  for (const group of isEntangled ? fresh.map((code) => [code]) : [fresh]) {
    const { withheld, soldTwice } = await writeFingerprints(tx, services, group);
    counts.withheld += withheld.length;
    counts.soldTwice += soldTwice.length;
  }
  return counts;
}
