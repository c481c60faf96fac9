import { personName } from '@almas/contract/person-name';
import { exportTexts } from '@almas/locale/exports';
import { formatDate } from '@almas/locale/formats';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { auditTrail } from '@almas/locale/screens/audit-trail';
import { supplierOrders } from '@almas/locale/screens/supplier-orders';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero, parseUuidOrNil } from '../../ids.ts';
import { findUser } from '../accounts/find-user.ts';
import type { ExportedList } from './export-list.ts';

type Filters = Readonly<Record<string, unknown>>;
type Labels = Readonly<Record<string, string>>;

/** A filter of an export and its value, as the screens name both. */
export interface DescribedFilter {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Of the account that the filter names. */
  readonly email?: string;
}

const defaults: Readonly<Record<string, readonly string[]>> = {
  status: ['all'],
  type: ['all'],
  method: ['all'],
  sort: ['date', 'created', 'due'],
  order: ['desc'],
  state: ['all'],
  archived: ['without'],
  reorder: ['all'],
  due: ['all'],
};
const labels: Labels = exportTexts.filters;
const values: Readonly<Record<string, Labels>> = {
  ...exportTexts.filterValues,
  type: adminWallet.typeChoices,
  action: auditTrail.actions,
};
/** Transactions are filtered by what their rows show (AMB-39). */
const ofTransactions = { ...values, status: adminWallet.statusChoices };
const ofSupplierOrders = { ...values, status: { ...supplierOrders.which, ...supplierOrders.statuses } };
const ofAccount = new Set(['userId', 'actorId']);

const offerName = statement<[offerId: string], { name: string }>(
  'exports.offer-name',
  `SELECT p.name || ' - ' || o.name AS name FROM offers o JOIN products p ON p.id = o.product_id WHERE o.id = $1`,
);
const supplierName = statement<[supplierId: number], { name: string }>(
  'exports.supplier-name',
  'SELECT name FROM suppliers WHERE id = $1',
);

/** The value in words; an account is named and, in the journal, identified by its email, since names repeat. */
async function describeValue(
  db: Queryable,
  list: ExportedList['name'],
  name: string,
  value: string,
): Promise<Pick<DescribedFilter, 'value' | 'email'>> {
  if (ofAccount.has(name)) {
    const account = await findUser(db, parseUuidOrNil(value));
    return account ? { value: personName(account), email: account.email } : { value };
  }
  if (name === 'offerId' || name === 'supplierId') {
    const named = await (name === 'offerId'
      ? offerName.first(db, parseUuidOrNil(value))
      : supplierName.first(db, parseIdOrZero(value)));
    return { value: named?.name ?? value };
  }
  if (name === 'from' || name === 'to' || name === 'asOf' || name === 'day')
    return { value: formatDate(value) };
  if (name === 'since') return { value: formatDate(value) };
  const own: Readonly<Record<string, Readonly<Record<string, Labels>>>> = {
    transactions: ofTransactions,
    supplierOrders: ofSupplierOrders,
  };
  const words = own[list] ?? values;
  return { value: words[name]?.[value] ?? value };
}

/** What narrows and sorts a list, in words; defaults and absent values say nothing. */
export async function describeFilters(
  db: Queryable,
  list: ExportedList['name'],
  filters: Filters,
): Promise<DescribedFilter[]> {
  const described: DescribedFilter[] = [];
  for (const [name, value] of Object.entries(filters)) {
    if (typeof value !== 'string' || value === '' || defaults[name]?.includes(value)) continue;
    described.push({ name, label: labels[name] ?? name, ...(await describeValue(db, list, name, value)) });
  }
  return described;
}
