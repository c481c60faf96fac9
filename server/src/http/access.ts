import type { Route } from '@almas/contract/route';
import type { Actor } from '../actor.ts';
import { refuse } from '../refusal.ts';

/*
 * The access ladder (SPEC §6, AMB-73). The session and the administrator's rung come before the input is even
 * looked at: a stranger learns nothing about it. The reseller's rungs come after it, because SPEC §5 lists the
 * parameters of a purchase or a request before the role and the status of whoever sends it.
 */

/** @throws Refusal UNAUTHENTICATED */
export function checkSession(actor: Actor | undefined): asserts actor is Actor {
  if (!actor) throw refuse('UNAUTHENTICATED');
}

/** @throws Refusal FORBIDDEN, or the route's own sentence; ACCOUNT_NOT_ACTIVE for a deactivated administrator */
export function checkAdministrator(actor: Actor, route: Route): void {
  if (actor.role !== 'admin') throw refuse((route.refusals?.role ?? 'FORBIDDEN') as 'FORBIDDEN');
  if (!actor.administers) throw refuse('ACCOUNT_NOT_ACTIVE');
}

/** @throws Refusal FORBIDDEN or ACCOUNT_NOT_ACTIVE, or the route's own sentence */
export function checkStatusAndRole(actor: Actor | undefined, { access, refusals }: Route): void {
  if (!actor || access === 'public' || access === 'signed-in' || access === 'admin') return;
  if (access === 'reseller' && actor.role !== 'reseller') {
    throw refuse((refusals?.role ?? 'FORBIDDEN') as 'FORBIDDEN');
  }
  if (actor.status !== 'active') throw refuse((refusals?.status ?? 'ACCOUNT_NOT_ACTIVE') as 'FORBIDDEN');
}

/** Resource access rule: the owner and any administrator; otherwise denied (PRM-30..32). */
export const mayAccess = (actor: Actor, ownerId: string): boolean =>
  actor.administers || actor.id === ownerId;

/** The acting id that a caller sent along must be the session's own (AMB-12). @throws Refusal FORBIDDEN */
export function checkActingId(actor: Actor, id: string | undefined): void {
  if (id !== undefined && id !== actor.id) throw refuse('FORBIDDEN');
}
