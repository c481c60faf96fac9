import { personName } from '@almas/contract/person-name';
import { exportTexts } from '@almas/locale/exports';
import { formatDate } from '@almas/locale/formats';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { auditTrail } from '@almas/locale/screens/audit-trail';
import type { Queryable } from '../../database/pool.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { findUser } from '../accounts/find-user.ts';
import type { ExportedList } from './export-list.ts';

type Filters = Readonly<Record<string, unknown>>;
type Words = Readonly<Record<string, string>>;

/** A filter of an export and its value, as the screens name both. */
export interface SaidFilter {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Of the account that the filter names. */
  readonly email?: string;
}

const usual: Readonly<Record<string, readonly string[]>> = {
  status: ['all'],
  type: ['all'],
  method: ['all'],
  sort: ['date', 'created'],
  order: ['desc'],
};
const labels: Words = exportTexts.filters;
const values: Readonly<Record<string, Words>> = {
  ...exportTexts.filterValues,
  type: adminWallet.typeChoices,
  action: auditTrail.actions,
};
/** Transactions are filtered by what their rows show (AMB-39). */
const ofTransactions = { ...values, status: adminWallet.statusChoices };
const ofAccount = new Set(['userId', 'actorId']);

/** The value in words; an account is named and, in the journal, identified by its email, since names repeat. */
async function saidValue(
  db: Queryable,
  list: ExportedList['name'],
  name: string,
  value: string,
): Promise<Pick<SaidFilter, 'value' | 'email'>> {
  if (ofAccount.has(name)) {
    const account = await findUser(db, parseUuidOrNil(value));
    return account ? { value: personName(account), email: account.email } : { value };
  }
  if (name === 'from' || name === 'to') return { value: formatDate(`${value}T12:00:00Z`) };
  if (name === 'since') return { value: formatDate(value) };
  const words: Readonly<Record<string, Words>> = list === 'transactions' ? ofTransactions : values;
  return { value: words[name]?.[value] ?? value };
}

/** What narrows and sorts a list, in words; defaults and absent values say nothing. */
export async function sayFilters(
  db: Queryable,
  list: ExportedList['name'],
  filters: Filters,
): Promise<SaidFilter[]> {
  const said: SaidFilter[] = [];
  for (const [name, value] of Object.entries(filters)) {
    if (typeof value !== 'string' || value === '' || usual[name]?.includes(value)) continue;
    said.push({ name, label: labels[name] ?? name, ...(await saidValue(db, list, name, value)) });
  }
  return said;
}
