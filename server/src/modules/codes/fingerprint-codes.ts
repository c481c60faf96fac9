import { stored } from '@almas/locale';
import type { OpenTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { operator, recordAction } from '../audit-trail/record-action.ts';
import { type FingerprintHolder, fingerprintsStore, type OlderCode } from './fingerprints.store.ts';
import { notifyAdministrators } from './notify-administrators.ts';
import { withholdUnreadable } from './withhold-unreadable.ts';

/**
 * Gives codes that are older than the rule of AMB-61 their fingerprint, a batch at a time while sales go on. Of codes
 * that stand twice one stays: a sold one, else the oldest. Unsold others are withheld, sold others name the one that
 * stays. Each batch records both in the audit trail; at the end administrators are notified. It may be stopped at any
 * moment: what has a fingerprint is done.
 *
 * A code that no key opens has no fingerprint that could be computed. An unsold one leaves the sale. A sold one is passed over:
 * the hash of its text as it was given is kept, with which imports and the codes that open are compared. Codes that do not open are
 * looked for first, so that each code that opens is compared with all of them.
 */
export function codeFingerprinting(services: Services) {
  let isLookingForUnreadable = true;
  let after = 0;
  // Those that were passed over are tried again once in the life of a server: their key may be back.
  let triesAgain = true;
  let withheld = 0;
  let soldTwice = 0;
  let unreadable = 0;
  const passedOver = new Set<number>();
  return {
    /** @returns how many codes the batch held, fewer than `limit` at the end */
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
          for (const { id } of found.passedOver) passedOver.add(id);
          for (const id of found.known) passedOver.delete(id);
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
      const counts = { withheld: unreadable, sold: passedOver.size };
      if (counts.withheld + counts.sold > 0)
        await notifyAdministrators(
          services,
          stored.alerts.unreadableOlder(counts.withheld, counts.sold),
          counts,
        );
      unreadable = 0;
      passedOver.clear();
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

interface Found {
  readonly duplicates: Duplicates;
  /** Unsold codes that no key opens. */
  readonly withheld: readonly OlderCode[];
  /** Sold codes that no key opens. */
  readonly passedOver: readonly OlderCode[];
  /** Codes that have their fingerprint now. */
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
  const unreadable = codes.filter((code, index) => texts[index] === null && !code.isPassedOver);
  const withheld = unreadable.filter(({ status }) => status !== 'sold');
  const passedOver = unreadable.filter(({ status }) => status === 'sold');
  await withholdByOffer(tx, services, withheld);
  await passOver(tx, passedOver);
  const readable = isLookingForUnreadable
    ? []
    : codes.flatMap((code, index) => {
        const text = texts[index] ?? null;
        return text === null
          ? []
          : [{ ...code, fingerprint: vault.fingerprint(text), given: vault.givenFingerprint(text) }];
      });
  const recognised = [
    ...(await recognisedByText(tx, readable)),
    ...(await recognisedByClaim(tx, passedOver)),
  ].filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index);
  const fresh = [
    ...readable,
    ...recognised.filter(({ id }) => !readable.some((code) => code.id === id)),
  ].sort((a, b) => a.id - b.id);
  const known = fresh.map(({ id }) => id);
  if (known.length > 0) await fingerprintsStore.noLongerPassOver.run(tx, known);
  const duplicates = await writeFingerprints(tx, services, fresh);
  return { duplicates, withheld, passedOver, known };
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

async function passOver(tx: OpenTransaction, codes: readonly OlderCode[]): Promise<void> {
  if (codes.length === 0) return;
  await fingerprintsStore.passOver.run(
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

/** Codes that are passed over and were given with the text of one that opens: they have its fingerprint. */
async function recognisedByText(
  tx: OpenTransaction,
  readable: readonly (FingerprintHolder & { readonly given: Buffer })[],
): Promise<FingerprintHolder[]> {
  if (readable.length === 0) return [];
  const fingerprints = new Map(
    readable.map(({ given, fingerprint }) => [given.toString('hex'), fingerprint]),
  );
  const found = await fingerprintsStore.lockPassedOver.all(
    tx,
    readable.map(({ given }) => given),
  );
  return found.flatMap(({ given, ...code }) => {
    const fingerprint = fingerprints.get(given.toString('hex'));
    return fingerprint ? [{ ...code, fingerprint }] : [];
  });
}

/** Codes whose text as it was given is the canonical form of a code that has its fingerprint. */
async function recognisedByClaim(
  tx: OpenTransaction,
  passedOver: readonly OlderCode[],
): Promise<FingerprintHolder[]> {
  if (passedOver.length === 0) return [];
  const holders = await fingerprintsStore.lockHolders.all(
    tx,
    passedOver.map(({ given }) => given),
  );
  return passedOver
    .filter(({ given }) => holders.some(({ fingerprint }) => fingerprint.equals(given)))
    .map((code) => ({ ...code, fingerprint: code.given }));
}

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
      [...holders, ...fresh].filter(({ id }) => gone.has(id)).map(({ productId }) => productId),
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
