import { stored } from '@almas/locale';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import type { OpenTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import type { SealedCode } from '../../vault/code-vault.ts';
import { operator, recordAction } from '../audit-trail/record-action.ts';
import { codesChanged } from './code-events.ts';
import { type FingerprintHolder, fingerprintsStore } from './fingerprints.store.ts';
import { notifyAdministrators } from './notify-administrators.ts';

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
const saveProgress = statement<{
  form: number;
  afterId: number;
  withheld: number;
  soldTwice: number;
  isOver: boolean;
}>(
  'code-forms.save-progress',
  `UPDATE code_forms SET after_id = :after_id, withheld = :withheld, sold_twice = :sold_twice,
          finished_at = CASE WHEN :is_over::boolean THEN clock_timestamp() END WHERE form = :form`,
);
interface ComparedCode extends SealedCode {
  readonly fingerprint: Buffer;
  readonly caseSignificant: boolean;
}
const comparedAfter = statement<[afterId: number, limit: number], ComparedCode>(
  'code-forms.compared-after',
  `SELECT c.id, c.sealed, c.key_id AS "keyId", c.canonical_fingerprint AS fingerprint, o.case_significant AS "caseSignificant"
     FROM codes c JOIN offers o ON o.id = c.offer_id
    WHERE c.id > $1::bigint ORDER BY c.id LIMIT $2::int`,
);

/** Whether every stored code is compared by the current form. */
export const isFormChecked = async (db: Queryable): Promise<boolean> =>
  (await isFinished.one(db, currentForm)).finished;

/**
 * Computes the fingerprints of stored codes anew by the current form, a batch at a time while sales go on. Only a code whose
 * fingerprint changes is locked and written: of several that are now one code, one keeps it (a sold one, else the oldest), unsold ones
 * are withheld, and those sold twice refer to the one that keeps it. A code that no key opens keeps its former fingerprint: the check of
 * its offer withholds it. The progress is stored, so that the job runs once, on whichever server.
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
    await saveProgress.run(tx, {
      form: currentForm,
      afterId: codes.at(-1)?.id ?? progress.afterId,
      withheld,
      soldTwice,
      isOver,
    });
    if (isOver && withheld + soldTwice > 0)
      await notifyAdministrators(
        tx,
        services,
        stored.alerts.duplicateCodes(withheld, soldTwice),
        { withheld, soldTwice },
        'stock',
      );
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

interface Written {
  readonly id: number;
  readonly fingerprint: Buffer;
  /** The id of the code that keeps the fingerprint; null when it is this one. */
  readonly duplicateOf: number | null;
}

interface Duplicates {
  readonly withheld: readonly Written[];
  readonly soldTwice: readonly Written[];
}

/** Writes fingerprints to locked codes; of several codes with one fingerprint the unsold ones are withheld. */
async function writeFingerprints(
  tx: OpenTransaction,
  { live }: Services,
  fresh: readonly FingerprintHolder[],
): Promise<Duplicates> {
  if (fresh.length === 0) return { withheld: [], soldTwice: [] };
  const holders = await fingerprintsStore.lockHolders.all(
    tx,
    fresh.map(({ fingerprint }) => fingerprint),
  );
  const { kept, withheld, soldTwice } = divide(holders, fresh);
  // Withheld codes first: they release the fingerprint that the kept code may have to take.
  if (withheld.length > 0) await fingerprintsStore.withhold.run(tx, ...columnsOf(withheld));
  await fingerprintsStore.write.run(tx, ...columnsOf([...kept, ...soldTwice]));
  if (withheld.length + soldTwice.length > 0) {
    await recordAction(tx, operator, undefined, {
      action: 'codes.withhold-duplicates',
      subject: { type: 'codes', id: 'duplicates' },
      after: {
        withheld: withheld.length,
        soldTwice: soldTwice.length,
        codes: [...withheld, ...soldTwice].map(({ id, duplicateOf }) => `${id} = ${duplicateOf}`),
      },
    });
    const withheldIds = new Set(withheld.map(({ id }) => id));
    const products = new Set(
      [...holders, ...fresh].filter(({ id }) => withheldIds.has(id)).map(({ productId }) => productId),
    );
    tx.afterCommit(() => {
      for (const [audience, event] of [...products].flatMap(codesChanged)) live.publish(audience, event);
    });
  }
  return { withheld, soldTwice };
}

/** One code keeps each fingerprint: its holder, unless that is unsold and another one is sold; else the oldest. */
function divide(holders: readonly FingerprintHolder[], fresh: readonly FingerprintHolder[]) {
  const groups = new Map<string, FingerprintHolder[]>();
  for (const code of [...holders, ...fresh]) {
    const key = code.fingerprint.toString('hex');
    groups.set(key, [...(groups.get(key) ?? []), code]);
  }
  const known = new Set(holders.map(({ id }) => id));
  const kept: Written[] = [];
  const withheld: Written[] = [];
  const soldTwice: Written[] = [];
  for (const group of groups.values()) {
    const first = group.find(({ status }) => status === 'sold') ?? (group[0] as FingerprintHolder);
    for (const { id, fingerprint, status } of group) {
      if (id !== first.id)
        (status === 'sold' ? soldTwice : withheld).push({ id, fingerprint, duplicateOf: first.id });
      else if (!known.has(id)) kept.push({ id, fingerprint, duplicateOf: null });
    }
  }
  return { kept, withheld, soldTwice };
}

const columnsOf = <Row extends Written>(rows: readonly Row[]) =>
  [
    rows.map(({ id }) => id),
    rows.map(({ fingerprint }) => fingerprint),
    rows.map(({ duplicateOf }) => duplicateOf),
  ] as const;
