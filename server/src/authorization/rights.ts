import type { Route, Scope } from '@almas/contract/route';
import { fail } from '../app-error.ts';
import type { Actor, Caller } from './identity.ts';

/* What an account may do, by its role, its status and its scopes. */

/** @throws AppError FORBIDDEN, or the route's own sentence; ACCOUNT_NOT_ACTIVE for a deactivated administrator */
export function checkAdministrator(actor: Actor, route: Route): void {
  if (actor.role !== 'admin') throw fail((route.refusals?.role ?? 'FORBIDDEN') as 'FORBIDDEN');
  if (!actor.administers) throw fail('ACCOUNT_NOT_ACTIVE');
  checkScope(actor, route);
}

/** Whether an account that is limited to some scopes has this one; a limited account never has that of the owner. */
export const includesScope = (limitedTo: Actor['limitedTo'], scope: Scope | undefined): boolean =>
  limitedTo === null || scope === undefined || (limitedTo as readonly Scope[]).includes(scope);

/** Of an administrator; a call that they share with resellers may have a scope too. @throws AppError SCOPE_MISSING */
export function checkScope(actor: Actor, { scope }: { readonly scope?: Scope | undefined }): void {
  if (actor.administers && !includesScope(actor.limitedTo, scope)) throw fail('SCOPE_MISSING');
}

/** Staff is the owner's: an employee does nothing to the account of an administrator. @throws AppError SCOPE_MISSING */
export function checkMayManage(actor: Actor, { role }: Pick<Actor, 'role'>): void {
  if (role === 'admin' && actor.limitedTo !== null) throw fail('SCOPE_MISSING');
}

/** A route is closed to cashiers unless it says otherwise. @throws AppError FORBIDDEN */
export function checkCashier(actor: Actor, { access, cashier }: Pick<Route, 'access' | 'cashier'>): void {
  if (actor.cashier !== null && access !== 'public' && !cashier) throw fail('FORBIDDEN');
}

/** @throws AppError FORBIDDEN or ACCOUNT_NOT_ACTIVE, or the route's own sentence */
export function checkStatusAndRole(actor: Actor, route: Route): void {
  const { access, refusals } = route;
  if (access === 'public' || access === 'admin') return;
  checkScope(actor, route);
  if (access === 'signed-in') return;
  if ((access === 'reseller' || access === 'key') && actor.role !== 'reseller') {
    throw fail((refusals?.role ?? 'FORBIDDEN') as 'FORBIDDEN');
  }
  if (actor.status !== 'active') throw fail((refusals?.status ?? 'ACCOUNT_NOT_ACTIVE') as 'FORBIDDEN');
}

/** The records of a wallet are read on that wallet, and by any administrator (PRM-30..32). */
export const mayAccess = ({ actor, wallet }: Caller, ownerId: string): boolean =>
  actor.administers || wallet.id === ownerId;

/** The sales of a wallet are read on that wallet; a cashier reads the own ones. */
export const soldItself = (
  { actor, wallet }: Caller,
  { userId, staffId }: { readonly userId: string; readonly staffId: string | null },
): boolean => wallet.id === userId && (actor.cashier === null || actor.cashier.id === staffId);

/** The id that a caller sent along as its own must be the session's (AMB-12). @throws AppError FORBIDDEN */
export function checkActingId(own: { readonly id: string }, id: string | undefined): void {
  if (id !== undefined && id !== own.id) throw fail('FORBIDDEN');
}

/** Requires a recent second factor of an account that has one. @throws AppError STEP_UP_REQUIRED */
export function checkStepUp(actor: Actor): void {
  if (actor.secondFactor && !actor.confirmed) throw fail('STEP_UP_REQUIRED');
}
