import type { BatchInput } from '@almas/contract/batch-fields';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { dayOf } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';

/** What is stored of a batch beside its codes. */
export interface BatchValues {
  readonly supplierId: number | null;
  readonly unitCost: Centimes | null;
  readonly currency: string | null;
  readonly currencyCost: number | null;
  readonly rate: number | null;
  readonly expiresOn: string | null;
  readonly label: string;
}

/** The column holds fourteen digits, four of them decimals. */
const currencyCostMax = 9_999_999_999.9999;

export const noBatchValues: BatchValues = {
  supplierId: null,
  unitCost: null,
  currency: null,
  currencyCost: null,
  rate: null,
  expiresOn: null,
  label: '',
};

/** The figures of the audit trail; an unknown one is left out. */
export const batchFigures = ({ supplierId, unitCost, currency, rate, expiresOn, label }: BatchValues) => ({
  ...(supplierId !== null && { supplierId: String(supplierId) }),
  ...(unitCost !== null && { unitCost: toDinars(unitCost) }),
  ...(currency !== null && { currency, rate }),
  ...(expiresOn !== null && { expiresOn }),
  ...(label !== '' && { label }),
});

/** SQL: whether codes of an offer that can be used until this day leave the sale now. */
export const isDue = (expiresOn: string, offerId: string): string =>
  `${expiresOn} < ${dayOf('clock_timestamp()')}
     + coalesce((SELECT withhold_days FROM offer_thresholds WHERE offer_id = ${offerId}), 0)`;

const supplierAndDue = statement<
  [supplierId: number | null, expiresOn: string | null, offerId: string],
  { supplier: 'known' | 'archived' | null; due: boolean | null }
>(
  'code-batches.supplier-and-due',
  `SELECT (SELECT CASE WHEN archived_at IS NULL THEN 'known' ELSE 'archived' END FROM suppliers WHERE id = $1::bigint) AS supplier,
          ${isDue('$2::date', '$3::uuid')} AS due`,
);

/**
 * What an administrator has typed of a batch, over what it has already.
 * @throws AppError SUPPLIER_NOT_FOUND, also of an archived one that is not the batch's already; CURRENCY_INCOMPLETE;
 *   INVALID_INPUT for a cost of more units of its currency than are stored
 */
export async function mergeBatchValues(
  db: Queryable,
  offerId: string,
  before: BatchValues,
  given: BatchInput,
): Promise<{ values: BatchValues; isDue: boolean }> {
  const kept = <Value>(value: Value | null | undefined, stored: Value | null): Value | null =>
    value === undefined ? stored : value;
  const supplierId =
    given.supplierId === undefined
      ? before.supplierId
      : given.supplierId === null
        ? null
        : parseIdOrZero(given.supplierId);
  const unitCost =
    given.unitCost === undefined
      ? before.unitCost
      : given.unitCost === null
        ? null
        : toCentimes(given.unitCost);
  const currency = kept(given.currency, before.currency);
  const rate = kept(given.rate, before.rate);
  if ((currency === null) !== (rate === null) || (currency !== null && unitCost === null))
    throw fail('CURRENCY_INCOMPLETE');
  const currencyCost =
    unitCost === null || rate === null ? null : Math.round((unitCost * 100) / rate) / 10_000;
  if (currencyCost !== null && currencyCost > currencyCostMax) throw fail('INVALID_INPUT');
  const expiresOn = kept(given.expiresOn, before.expiresOn);
  const { supplier, due } = await supplierAndDue.one(db, supplierId, expiresOn, offerId);
  const isOwn = supplierId === before.supplierId;
  if (supplierId !== null && (supplier === null || (supplier === 'archived' && !isOwn)))
    throw fail('SUPPLIER_NOT_FOUND');
  return {
    values: {
      supplierId,
      unitCost,
      currency,
      currencyCost,
      rate,
      expiresOn,
      label: kept(given.label, before.label) ?? '',
    },
    isDue: due ?? false,
  };
}

/** The same for an import. @throws AppError also EXPIRED_ON_IMPORT */
export async function newBatchValues(
  db: Queryable,
  offerId: string,
  given: BatchInput | undefined,
): Promise<BatchValues> {
  if (!given) return noBatchValues;
  const { values, isDue: expired } = await mergeBatchValues(db, offerId, noBatchValues, given);
  if (expired) throw fail('EXPIRED_ON_IMPORT');
  return values;
}
