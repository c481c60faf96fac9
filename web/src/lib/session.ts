import type { User } from '@almas/contract/accounts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { api } from './api.ts';
import { ApiError } from './api-errors.ts';
import { forgetLastKnown } from './last-known.ts';
import { queryClient, readOrLastKnown } from './queries.ts';
import { setLimitedUser } from './rate-limit.ts';
import { announceSessionEnd, announceSessionStart, onSessionChange } from './session-signal.ts';
import { writeJson } from './storage.ts';
import { setDraftOwner } from './unsaved.ts';

type SessionAnswer = { readonly user: User | null };

const meKey = ['accounts', 'me'] as const;

const readMe = () =>
  readOrLastKnown<User | null>(meKey, async (onSilence) => {
    const whenSilent = onSilence && ((known: unknown) => onSilence(adopt((known as SessionAnswer).user)));
    return adopt((await api.accounts.session({ onSilence: whenSilent })).user);
  });

/** The id of the signed-in user; undefined without one. */
export const signedInId = () => queryClient.getQueryData<User | null>(meKey)?.id;

/** Whether this tab's user is not this one: another one has signed in, or there is no session. */
const isOver = (userId?: string) => !userId || (signedInId() ?? userId) !== userId;

function forgetRead(): void {
  // The account's own entry is written over, not removed: the screens that watch it would not hear of a new one.
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.join() !== meKey.join() });
}

/** Takes over the user of an answer. When it is another one, what was read and what the browser keeps for a lost network is dropped. */
function adopt(user: User | null): User | null {
  if (isOver(user?.id)) {
    void forgetLastKnown();
    if (signedInId()) forgetRead();
  }
  setLimitedUser(user?.id ?? '');
  setDraftOwner(user?.id ?? '');
  // For build/before-start.js.
  writeJson('almas.role', user?.role ?? null);
  return user;
}

const freshMilliseconds = 30_000;
const partialMilliseconds = 5_000;
export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: readMe,
  // A part of the account is old at once: the whole is read when the network is back.
  staleTime: ({ state: { data } }) => (data && isPartial(data) ? 0 : freshMilliseconds),
  // On a weak network the worker may answer with a part although the browser never was offline.
  refetchInterval: ({ state: { data } }) =>
    data && isPartial(data) && navigator.onLine ? partialMilliseconds : false,
});
/** The signed-in user's record; `data` is null without a session. */
export const useSession = () => useQuery(meQuery);

/**
 * The signed-in user as the session guard last saw them. A screen below the guard never renders without one: when the
 * session ends, the guard takes the screen away, and whatever the screen was doing ends with the user it had.
 */
export const SignedInUser = createContext<User | null>(null);

/** Without a network only a part of the account is known (web/build/pwa.ts): there is nothing to edit. */
export const isPartial = ({ email }: Pick<User, 'email'>): boolean => email === '';

/** The signed-in user, on screens behind the session guard. */
export function useMe(): User {
  const me = useContext(SignedInUser);
  if (!me) throw new Error('no session guard');
  return me;
}

/** The account came with the page. */
export const adoptSession = (user: User): void => {
  queryClient.setQueryData(meKey, adopt(user));
};

/** A fresh session: nothing of the previous user stays in memory. */
export function startSession(user: User): void {
  onPurpose = false;
  void forgetLastKnown();
  forgetRead();
  queryClient.setQueryData(meKey, adopt(user));
  announceSessionStart(user.id);
}

let onPurpose = false;
/** The session ended because its user signed out here. */
export const leftOnPurpose = () => onPurpose;

/** Ends the session here and in the other tabs; the screens then ask to sign in again. */
export async function signOut(): Promise<void> {
  await api.accounts.logout().catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'UNAUTHENTICATED')) throw error;
  });
  onPurpose = true;
  announceSessionEnd(true);
}

/**
 * Follows a session that ends or starts anywhere: an answer 401, another tab. A screen of another user goes at once: what is pressed
 * on it would be done by the new one.
 */
export const followSession = () =>
  onSessionChange((userId) => {
    if (isOver(userId)) queryClient.setQueryData(meKey, adopt(null));
    if (userId) void queryClient.invalidateQueries({ queryKey: meKey });
  });

/** Where a user goes after signing in. */
export const homeOf = (user: Pick<User, 'role'>): '/admin' | '/dashboard' =>
  user.role === 'admin' ? '/admin' : '/dashboard';
