import { stored } from '@almas/locale';
import type { OpenTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { operator, recordAction } from '../audit-trail/record-action.ts';
import { type FingerprintHolder, fingerprintsStore, type OlderCode } from './fingerprints.store.ts';
import { notifyAdministrators } from './notify-administrators.ts';

/**
 * Gives codes that are older than the rule of AMB-61 their fingerprint, a batch at a time while sales go on. Of codes
 * that stand twice one stays: a sold one, else the oldest. Unsold others are withheld, sold others name the one that
 * stays. Each batch records both in the audit trail; at the end administrators are notified. It may be stopped at any
 * moment: what has a fingerprint is done.
 */
export function codeFingerprinting(services: Services) {
  let after = 0;
  let withheld = 0;
  let soldTwice = 0;
  return {
    /** @returns how many codes the batch held, fewer than `limit` at the end */
    batch: async (tx: OpenTransaction, limit: number): Promise<number> => {
      const codes = await fingerprintsStore.lockOlder.all(tx, after, limit);
      if (codes.length > 0) {
        const duplicates = await fingerprintBatch(tx, services, codes);
        tx.afterCommit(() => {
          withheld += duplicates.withheld.length;
          soldTwice += duplicates.soldTwice.length;
        });
      }
      after = codes.length < limit ? 0 : (codes.at(-1)?.id ?? 0);
      return codes.length;
    },
    end: async (): Promise<void> => {
      if (withheld + soldTwice === 0) return;
      await notifyAdministrators(services, stored.alerts.duplicateCodes(withheld, soldTwice), {
        withheld,
        soldTwice,
      });
      withheld = 0;
      soldTwice = 0;
    },
  };
}

interface Written {
  readonly id: number;
  readonly fingerprint: Buffer;
  /** null: it is the one that stays. */
  readonly duplicateOf: number | null;
}

interface Duplicates {
  readonly withheld: readonly Written[];
  readonly soldTwice: readonly Written[];
}

async function fingerprintBatch(
  tx: OpenTransaction,
  { vault, live }: Services,
  codes: readonly OlderCode[],
): Promise<Duplicates> {
  await vault.learn(codes.map(({ keyId }) => keyId));
  const fresh = codes.map(({ id, sealed, keyId, ...code }) => ({
    id,
    ...code,
    fingerprint: vault.fingerprint(vault.open(id, sealed, keyId)),
  }));
  const holders = await fingerprintsStore.lockHolders.all(
    tx,
    fresh.map(({ fingerprint }) => fingerprint),
  );
  const { kept, withheld, soldTwice } = divide(holders, fresh);
  // First what leaves: the code that stays may have to take its fingerprint over.
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
    const gone = new Set(withheld.map(({ id }) => id));
    const products = new Set(
      [...holders, ...codes].filter(({ id }) => gone.has(id)).map(({ productId }) => productId),
    );
    tx.afterCommit(() => {
      for (const productId of products) live.publish('everyone', { type: 'stock', productId });
    });
  }
  return { withheld, soldTwice };
}

/** Of each fingerprint one code stays: the holder unless it is unsold and another one is sold, else the oldest. */
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
