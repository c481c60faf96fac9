import { algiersDay } from '@almas/contract/algiers';
import { BatchInput } from '@almas/contract/batch-fields';
import type { CodeBatch } from '@almas/contract/code-batches';
import { readTypedAmount } from '@almas/contract/typed-amount';
import { typedDigits } from '@almas/contract/typed-text';
import { errors } from '@almas/locale/errors';
import { editableAmount } from '@almas/locale/formats';
import { codeBatches } from '@almas/locale/screens/code-batches';
import { codes } from '@almas/locale/screens/codes';
import { serverNow } from '../../lib/server-clock.ts';
import { api, refresh } from '../../platform/network/index.ts';

/** What is typed of a batch. */
export interface BatchDraft {
  /** '' for none, `newSupplier` for one that is named in `supplierName`. */
  readonly supplierId: string;
  readonly supplierName: string;
  readonly unitCost: string;
  readonly currency: string;
  readonly rate: string;
  readonly expiresOn: string;
  readonly label: string;
}

export const newSupplier = 'new';

export const emptyBatch: BatchDraft = {
  supplierId: '',
  supplierName: '',
  unitCost: '',
  currency: '',
  rate: '',
  expiresOn: '',
  label: '',
};

export const draftOf = (batch: CodeBatch): BatchDraft => ({
  supplierId: batch.supplierId ?? '',
  supplierName: '',
  unitCost: batch.unitCost === null ? '' : editableAmount(batch.unitCost),
  currency: batch.currency ?? '',
  rate: batch.rate === null ? '' : editableAmount(batch.rate),
  expiresOn: batch.expiresOn ?? '',
  label: batch.label,
});

/** An amount that may be absent. */
const amountOf = (text: string): number | null => {
  const typed = readTypedAmount(text);
  return typed.kind === 'amount' ? typed.amount : null;
};

/** null for none, NaN for what is no rate. It is no amount: it has up to four decimals, so that a point or a comma groups no thousands. */
export function rateOf(text: string): number | null {
  const bare = typedDigits(text)
    .replace(/\s|DA\s*$/gi, '')
    .replace(/[,\u060c\u066b]/, '.');
  if (bare === '') return null;
  const rate = /^\d+(\.\d*)?$/.test(bare) ? Number(bare) : Number.NaN;
  return BatchInput.shape.rate.safeParse(rate).success ? rate : Number.NaN;
}

/** A rate belongs to its currency: without one its field does not show, whatever was typed before. */
const rateOfCurrency = ({ currency, rate }: Pick<BatchDraft, 'currency' | 'rate'>): number | null =>
  currency.trim() === '' ? null : rateOf(rate);

const currencyOf = (text: string): string | null => text.trim().toUpperCase() || null;

/** The first thing that prevents sending; null when there is nothing. */
export function batchMistake({
  supplierId,
  supplierName,
  unitCost,
  currency,
  rate,
}: BatchDraft): string | null {
  if (readTypedAmount(unitCost).kind === 'unreadable' || Number.isNaN(rateOfCurrency({ currency, rate })))
    return codeBatches.fields.unreadable;
  if (supplierId === newSupplier && supplierName.trim() === '') return errors.SUPPLIER_NAME_REQUIRED;
  if (!BatchInput.shape.currency.safeParse(currencyOf(currency)).success) return codes.currencyInvalid;
  return currency.trim() !== '' && [unitCost, rate].some((text) => text.trim() === '')
    ? errors.CURRENCY_INCOMPLETE
    : null;
}

/** The same of an import, whose codes are still for sale today. */
export const importMistake = (batch: BatchDraft): string | null =>
  batchMistake(batch) ??
  (batch.expiresOn !== '' && batch.expiresOn < algiersDay(serverNow()) ? errors.EXPIRED_ON_IMPORT : null);

/** What is sent; a new supplier is added first. @throws ApiError */
export async function batchInput(draft: BatchDraft): Promise<BatchInput> {
  const { unitCost, currency, expiresOn, label } = draft;
  return {
    supplierId: await supplierOf(draft),
    unitCost: amountOf(unitCost),
    currency: currencyOf(currency),
    rate: rateOfCurrency(draft),
    expiresOn: expiresOn || null,
    label: label.trim(),
  };
}

/**
 * What is sent of a correction: only what differs from what the form was opened on, so that what a colleague has set meanwhile stays. A
 * currency and its rate belong together. @throws ApiError
 */
export async function batchCorrection(draft: BatchDraft, opened: BatchDraft): Promise<BatchInput> {
  const [before, now] = [await batchInput(opened), await batchInput(draft)];
  const { currency, rate, ...fields } = now;
  const names = (Object.keys(fields) as (keyof typeof fields)[]).filter(
    (name) => fields[name] !== before[name],
  );
  return {
    ...Object.fromEntries(names.map((name) => [name, fields[name]])),
    ...((currency !== before.currency || rate !== before.rate) && { currency, rate }),
  };
}

/** By name: those added by this page. What was to be sent with one may have failed, and is sent again. */
const added = new Map<string, string>();

async function supplierOf({ supplierId, supplierName }: BatchDraft): Promise<string | null> {
  if (supplierId !== newSupplier) return supplierId || null;
  const name = supplierName.trim();
  const known = added.get(name);
  if (known !== undefined) return known;
  const { id } = await api.suppliers.create({ body: { name } });
  added.set(name, id);
  await refresh('suppliers');
  return id;
}
