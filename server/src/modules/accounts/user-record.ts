import type { User } from '@almas/contract/accounts';
import { type Actor, actorOf, type UserRecord } from '../../authorization/identity.ts';
import { toDinars } from '../../money/amount.ts';

/** The columns of a user record, under the specification's names; `u` is the users table. */
export const userColumns = `
  u.id, u.email, u.role, u.status, u.balance,
  u.first_name AS "firstName", u.last_name AS "lastName", u.display_name AS "displayName", u.company, u.phone,
  u.address, u.city, u.postal_code AS "postalCode",
  u.last_recharge AS "lastRecharge", u.last_purchase AS "lastPurchase",
  u.activated_by AS "activatedBy", u.activated_at AS "activatedAt",
  u.deactivated_by AS "deactivatedBy", u.deactivated_at AS "deactivatedAt",
  u.deactivation_reason AS "deactivationReason",
  u.internal_notes AS "internalNotes", u.admin_comments AS "adminComments", u.system_flags AS "systemFlags", u.scopes,
  u.frozen_at AS "frozenAt", u.daily_ceiling AS "dailyCeiling",
  u.second_factor AS "secondFactor", u.second_factor_required AS "secondFactorRequired",
  u.created_at AS "createdAt", u.updated_at AS "updatedAt"`;

/**
 * A user record as the API returns it to `viewer`: internal fields for administrators only (PRM-34), balance in DA. Written out field
 * by field because it is most of the cost of GET /api/me.
 */
export function presentUser(record: UserRecord, viewer: Pick<Actor, 'administers'>): User {
  const user: User = {
    id: record.id,
    email: record.email,
    role: record.role,
    status: record.status,
    balance: toDinars(record.balance),
    firstName: record.firstName,
    lastName: record.lastName,
    displayName: record.displayName,
    company: record.company,
    phone: record.phone,
    address: record.address,
    city: record.city,
    postalCode: record.postalCode,
    lastRecharge: record.lastRecharge,
    lastPurchase: record.lastPurchase,
    activatedBy: record.activatedBy,
    activatedAt: record.activatedAt,
    deactivatedBy: record.deactivatedBy,
    deactivatedAt: record.deactivatedAt,
    deactivationReason: record.deactivationReason,
    secondFactor: record.secondFactor,
    secondFactorRequired: record.secondFactorRequired,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  };
  if (record.frozenAt !== null) user.frozenAt = record.frozenAt;
  if (!viewer.administers) return user;
  const { internalNotes, adminComments, systemFlags, scopes } = record;
  return Object.assign(user, { internalNotes, adminComments, systemFlags }, scopes && { scopes });
}

/** A user record as the API returns it to its own account. */
export const presentOwn = (record: UserRecord): User => presentUser(record, actorOf(record));

/** The account as its session sees it: to a cashier only what a sale needs, the shop and the balance. */
export function presentCaller(actor: Actor): User {
  const user = presentUser(actor, actor);
  const { cashier } = actor;
  if (!cashier) return user;
  const { id, name, dailyCap, soldToday, till } = cashier;
  const hidden = {
    email: '',
    firstName: '',
    lastName: '',
    displayName: '',
    phone: '',
    address: '',
    city: '',
    postalCode: '',
  };
  return {
    ...user,
    ...hidden,
    cashier: { id, name, dailyCap: toDinars(dailyCap), soldToday: toDinars(soldToday), till },
  };
}
