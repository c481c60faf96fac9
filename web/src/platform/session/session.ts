import type { User } from '@almas/contract/accounts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { api } from '../network/api.ts';
import { ApiError } from '../network/api-errors.ts';
import { isRefresh, queryClient } from '../network/queries.ts';
import { setLimitedUser } from '../network/rate-limit.ts';
import {
  announceSessionEnd,
  announceSessionStart,
  lastSessionChange,
  onSessionChange,
} from '../network/session-signal.ts';
import { deleteLastKnown } from '../offline/last-known.ts';
import { lockTill, noteTillTouch } from './till.ts';
import { setDraftOwner } from './unsaved.ts';

const meKey = ['accounts', 'me'] as const;

/** Asks again when a tab has signed in or out meanwhile: the response is about the session of before. */
async function readMe(): Promise<User | null> {
  await tillIsLeft();
  const change = lastSessionChange();
  const { user } = await api.accounts.session({ isRefresh: isRefresh(meKey) });
  return lastSessionChange() === change ? adopt(user) : readMe();
}

/** Whose screens and stored calls these are: the account, or one cashier of it. Two cashiers of a device are two users. */
export const personOf = ({ id, cashier }: Pick<User, 'id' | 'cashier'>): string =>
  cashier ? `${id}.${cashier.id}` : id;

/** The account of a person. */
export const accountOfPerson = (person: string): string => person.split('.')[0] ?? '';

/** The signed-in person (personOf); undefined without one. */
export function signedInId(): string | undefined {
  const user = queryClient.getQueryData<User | null>(meKey);
  return user ? personOf(user) : undefined;
}

/** Whether the user of this tab is no longer this one: another has signed in, or there is no session. */
const isOver = (userId?: string) => !userId || (signedInId() ?? userId) !== userId;

function clearReads(): void {
  // The account's own entry is overwritten, not removed: its observers would not notice a new one.
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.join() !== meKey.join() });
}

/** Stores the user of a response. When it is another user, all cached reads and the worker's cache are deleted. */
function adopt(user: User | null): User | null {
  const person = user ? personOf(user) : '';
  if (isOver(person)) {
    void deleteLastKnown();
    if (signedInId()) clearReads();
  }
  setLimitedUser(user?.id ?? '', person);
  setDraftOwner(person);
  wasSignedIn ||= user !== null;
  return user;
}

export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: readMe,
  staleTime: 30_000,
  // A cached account is not stale, and the server's is due.
  refetchOnReconnect: 'always',
});
/** The signed-in user's record; `data` is null without a session. */
export const useSession = () => useQuery(meQuery);

/**
 * The signed-in user as the session guard last saw them. A screen below the guard never renders without one: when the
 * session ends, the guard takes the screen away, and its work in progress is dropped.
 */
export const SignedInUser = createContext<User | null>(null);

/** Whether only a part of the account is known, as without a network (web/src/worker/service-worker.ts): it cannot be edited then. */
export const isPartial = ({ email }: Pick<User, 'email'>): boolean => email === '';

/** The signed-in user, on screens behind the session guard. */
export function useMe(): User {
  const me = useContext(SignedInUser);
  if (!me) throw new Error('no session guard');
  return me;
}

/** Stores the account that came with the page. */
export const adoptSession = (user: User): void => {
  queryClient.setQueryData(meKey, adopt(user));
};

/** Starts a new session: nothing of the previous user stays in memory. */
export function startSession(user: User): void {
  onPurpose = false;
  void deleteLastKnown();
  clearReads();
  queryClient.setQueryData(meKey, adopt(user));
  if (user.cashier) noteTillTouch();
  announceSessionStart(personOf(user));
}

let wasSignedIn = false;
/** Whether this tab had a session, which has ended without a sign-out. */
export const sessionHasEnded = () => wasSignedIn && !onPurpose;

let onPurpose = false;
/** Whether the session ended by a sign-out in this tab. */
export const leftOnPurpose = () => onPurpose;

/** Ends the session here and in the other tabs; the guard then redirects to the sign-in. */
export async function signOut(): Promise<void> {
  await api.accounts.logout().catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'UNAUTHENTICATED')) throw error;
  });
  onPurpose = true;
  announceSessionEnd(true);
}

let leaving: Promise<unknown> | undefined;
/** Ends when the answer to the last cashier's sign-out has come, or will not: it takes the cookie away, also one that is newer. */
export const tillIsLeft = async (): Promise<void> => void (await leaving);

/** A cashier leaves the screen to the next one at once, whatever the network does. */
export function leaveTill(): void {
  lockTill();
  leaving = api.accounts.logout().catch(() => undefined);
  onPurpose = true;
  announceSessionEnd(true);
}

/**
 * Follows changes of the session: a 401 response, or another tab. The screens of another user are removed immediately, because a press
 * on them would act for the new one.
 */
export const followSession = () =>
  onSessionChange((userId) => {
    if (isOver(userId)) queryClient.setQueryData(meKey, adopt(null));
    if (userId) void queryClient.invalidateQueries({ queryKey: meKey });
  });

/** The user's start page. */
export const homeOf = (user: Pick<User, 'role'>): '/admin' | '/dashboard' =>
  user.role === 'admin' ? '/admin' : '/dashboard';
