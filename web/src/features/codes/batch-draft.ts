import type { BatchInput } from '@almas/contract/batch-fields';
import type { CodeBatch } from '@almas/contract/code-batches';
import { readTypedAmount } from '@almas/contract/typed-amount';
import { errors } from '@almas/locale/errors';
import { editableAmount } from '@almas/locale/formats';
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

/** The first thing that prevents sending; null when there is nothing. */
export function batchMistake({
  supplierId,
  supplierName,
  unitCost,
  currency,
  rate,
}: BatchDraft): string | null {
  if ([unitCost, rate].some((text) => readTypedAmount(text).kind === 'unreadable')) return '';
  if (supplierId === newSupplier && supplierName.trim() === '') return errors.SUPPLIER_NAME_REQUIRED;
  const isForeign = currency.trim() !== '' || rate.trim() !== '';
  return isForeign && [unitCost, currency, rate].some((text) => text.trim() === '')
    ? errors.CURRENCY_INCOMPLETE
    : null;
}

/** What is sent; a new supplier is added first. @throws ApiError */
export async function batchInput(draft: BatchDraft): Promise<BatchInput> {
  const { unitCost, currency, rate, expiresOn, label } = draft;
  return {
    supplierId: await supplierOf(draft),
    unitCost: amountOf(unitCost),
    currency: currency.trim().toUpperCase() || null,
    rate: amountOf(rate),
    expiresOn: expiresOn || null,
    label: label.trim(),
  };
}

async function supplierOf({ supplierId, supplierName }: BatchDraft): Promise<string | null> {
  if (supplierId !== newSupplier) return supplierId || null;
  const { id } = await api.suppliers.create({ body: { name: supplierName.trim() } });
  await refresh('suppliers');
  return id;
}
