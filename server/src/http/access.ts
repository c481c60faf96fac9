import type { Route } from '@almas/contract/route';
import type { Actor } from '../actor.ts';
import { fail } from '../app-error.ts';

/*
 * The order of the access rules (AMB-73). The session and the administrator's role are judged before the input is
 * validated, so that an unauthenticated caller learns nothing about it. A reseller's role and status are judged after
 * it, because the specification lists the parameters of a purchase or a request before the role and the status.
 */

/** @throws AppError UNAUTHENTICATED */
export function checkSession(actor: Actor | undefined): asserts actor is Actor {
  if (!actor) throw fail('UNAUTHENTICATED');
}

/** @throws AppError FORBIDDEN, or the route's own sentence; ACCOUNT_NOT_ACTIVE for a deactivated administrator */
export function checkAdministrator(actor: Actor, route: Route): void {
  if (actor.role !== 'admin') throw fail((route.refusals?.role ?? 'FORBIDDEN') as 'FORBIDDEN');
  if (!actor.administers) throw fail('ACCOUNT_NOT_ACTIVE');
}

/** @throws AppError FORBIDDEN or ACCOUNT_NOT_ACTIVE, or the route's own sentence */
export function checkStatusAndRole(actor: Actor | undefined, { access, refusals }: Route): void {
  if (!actor || access === 'public' || access === 'signed-in' || access === 'admin') return;
  if (access === 'reseller' && actor.role !== 'reseller') {
    throw fail((refusals?.role ?? 'FORBIDDEN') as 'FORBIDDEN');
  }
  if (actor.status !== 'active') throw fail((refusals?.status ?? 'ACCOUNT_NOT_ACTIVE') as 'FORBIDDEN');
}

/** Resource access rule: the owner and any administrator; otherwise denied (PRM-30..32). */
export const mayAccess = (actor: Actor, ownerId: string): boolean =>
  actor.administers || actor.id === ownerId;

/** The acting id that a caller sent along must be the session's own (AMB-12). @throws AppError FORBIDDEN */
export function checkActingId(actor: Actor, id: string | undefined): void {
  if (id !== undefined && id !== actor.id) throw fail('FORBIDDEN');
}
