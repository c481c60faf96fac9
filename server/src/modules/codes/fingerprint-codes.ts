import { stored } from '@almas/locale';
import type { OpenTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { operator, recordAction } from '../audit-trail/record-action.ts';
import { type FingerprintHolder, fingerprintsStore, type OlderCode } from './fingerprints.store.ts';
import { notifyAdministrators } from './notify-administrators.ts';
import { withholdUnreadable } from './withhold-unreadable.ts';

/**
 * Computes the fingerprints of codes that are older than the rule of AMB-61, a batch at a time while sales go on. Of several
 * codes with one fingerprint one keeps it: a sold one, else the oldest. The others are withheld, or, when they are sold, refer to
 * the one that keeps it. Each batch records both in the audit trail; at the end administrators are notified. The job can be
 * stopped at any time: it continues with the codes that have no fingerprint.
 *
 * No fingerprint can be computed for a code that no key opens. An unsold one is withheld. A sold one is recorded in
 * `unreadable_sold_codes` with the hash of its text as it was imported; imports and readable codes are compared with that hash.
 * The first pass over the codes looks for unreadable ones only, so that the second compares each readable code with all of them.
 */
export function codeFingerprinting(services: Services) {
  let isLookingForUnreadable = true;
  let after = 0;
  // Unreadable sold codes are tried again once after each start of a server, whose configuration may have the missing key.
  let triesAgain = true;
  let withheld = 0;
  let soldTwice = 0;
  let unreadable = 0;
  const unreadableSold = new Set<number>();
  return {
    /** @returns the number of codes in the batch; fewer than `limit` at the end */
    batch: async (tx: OpenTransaction, limit: number): Promise<number> => {
      const codes = await fingerprintsStore.lockOlder.all(tx, after, limit, triesAgain);
      const isLast = codes.length < limit;
      const isOver = isLast && (!isLookingForUnreadable || (codes.length === 0 && after === 0));
      if (codes.length > 0) {
        const found = await fingerprintBatch(tx, services, codes, isLookingForUnreadable);
        tx.afterCommit(() => {
          withheld += found.duplicates.withheld.length;
          soldTwice += found.duplicates.soldTwice.length;
          unreadable += found.withheld.length;
          for (const { id } of found.unreadableSold) unreadableSold.add(id);
          for (const id of found.known) unreadableSold.delete(id);
        });
      }
      tx.afterCommit(() => {
        after = isLast ? 0 : (codes.at(-1)?.id ?? 0);
        if (!isLast) return;
        if (!isLookingForUnreadable) triesAgain = false;
        isLookingForUnreadable = isOver;
      });
      return isOver ? codes.length : limit;
    },
    end: async (): Promise<void> => {
      if (withheld + soldTwice > 0)
        await notifyAdministrators(services, stored.alerts.duplicateCodes(withheld, soldTwice), {
          withheld,
          soldTwice,
        });
      withheld = 0;
      soldTwice = 0;
      const counts = { withheld: unreadable, sold: unreadableSold.size };
      if (counts.withheld + counts.sold > 0)
        await notifyAdministrators(
          services,
          stored.alerts.unreadableOlder(counts.withheld, counts.sold),
          counts,
        );
      unreadable = 0;
      unreadableSold.clear();
    },
  };
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

interface Found {
  readonly duplicates: Duplicates;
  /** Unsold codes that no key opens. */
  readonly withheld: readonly OlderCode[];
  /** Sold codes that no key opens. */
  readonly unreadableSold: readonly OlderCode[];
  /** The ids of the codes whose fingerprints were computed. */
  readonly known: readonly number[];
}

async function fingerprintBatch(
  tx: OpenTransaction,
  services: Services,
  codes: readonly OlderCode[],
  isLookingForUnreadable: boolean,
): Promise<Found> {
  const { vault } = services;
  // A stored key that this server cannot open ends the batch: another server may open it.
  await vault.learn(codes.map(({ keyId }) => keyId));
  const texts = vault.openEachLearned(codes);
  const unreadable = codes.filter((code, index) => texts[index] === null && !code.isUnreadableSold);
  const withheld = unreadable.filter(({ status }) => status !== 'sold');
  const unreadableSold = unreadable.filter(({ status }) => status === 'sold');
  await withholdByOffer(tx, services, withheld);
  await recordUnreadableSold(tx, unreadableSold);
  const readable = isLookingForUnreadable
    ? []
    : codes.flatMap((code, index) => {
        const text = texts[index]?.code;
        return text === undefined
          ? []
          : [{ ...code, fingerprint: vault.fingerprint(text), given: vault.givenFingerprint(text) }];
      });
  const recognised = [
    ...(await recognisedByText(tx, readable)),
    ...(await recognisedByClaim(tx, unreadableSold)),
  ].filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index);
  const fresh = [
    ...readable,
    ...recognised.filter(({ id }) => !readable.some((code) => code.id === id)),
  ].sort((a, b) => a.id - b.id);
  const known = fresh.map(({ id }) => id);
  if (known.length > 0) await fingerprintsStore.deleteUnreadableSold.run(tx, known);
  const duplicates = await writeFingerprints(tx, services, fresh);
  return { duplicates, withheld, unreadableSold, known };
}

async function withholdByOffer(
  tx: OpenTransaction,
  services: Services,
  codes: readonly OlderCode[],
): Promise<void> {
  for (const offerId of new Set(codes.map((code) => code.offerId))) {
    const ids = codes.filter((code) => code.offerId === offerId).map(({ id }) => id);
    await withholdUnreadable(tx, services, offerId, ids);
  }
}

async function recordUnreadableSold(tx: OpenTransaction, codes: readonly OlderCode[]): Promise<void> {
  if (codes.length === 0) return;
  await fingerprintsStore.insertUnreadableSold.run(
    tx,
    codes.map(({ id }) => id),
    codes.map(({ given }) => given),
  );
  await recordAction(tx, operator, undefined, {
    action: 'codes.pass-over-unreadable',
    subject: { type: 'codes', id: 'unreadable' },
    after: { codes: codes.map(({ id }) => String(id)) },
  });
}

/** Unreadable sold codes that were imported with the text of a readable code: they have its fingerprint. */
async function recognisedByText(
  tx: OpenTransaction,
  readable: readonly (FingerprintHolder & { readonly given: Buffer })[],
): Promise<FingerprintHolder[]> {
  if (readable.length === 0) return [];
  const fingerprints = new Map(
    readable.map(({ given, fingerprint }) => [given.toString('hex'), fingerprint]),
  );
  const found = await fingerprintsStore.lockUnreadableSold.all(
    tx,
    readable.map(({ given }) => given),
  );
  return found.flatMap(({ given, ...code }) => {
    const fingerprint = fingerprints.get(given.toString('hex'));
    return fingerprint ? [{ ...code, fingerprint }] : [];
  });
}

/** Unreadable sold codes whose imported text is the canonical form of a code that has a fingerprint. */
async function recognisedByClaim(
  tx: OpenTransaction,
  unreadableSold: readonly OlderCode[],
): Promise<FingerprintHolder[]> {
  if (unreadableSold.length === 0) return [];
  const holders = await fingerprintsStore.lockHolders.all(
    tx,
    unreadableSold.map(({ given }) => given),
  );
  return unreadableSold
    .filter(({ given }) => holders.some(({ fingerprint }) => fingerprint.equals(given)))
    .map((code) => ({ ...code, fingerprint: code.given }));
}

/** Writes fingerprints to locked codes; of several codes with one fingerprint the unsold ones are withheld. */
export async function writeFingerprints(
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
      for (const productId of products) live.publish('everyone', { type: 'stock', productId });
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
