/*
 * Session: who is signed in, and what this browser keeps for that person.
 *
 * - The screens behind the guard always have a user (`useMe`). When the session ends, in this tab or another, they leave at once, because
 *   a press on them would act for the next user.
 * - Nothing of one user reaches the next: another user clears the cached reads, the worker's responses and the drafts.
 * - The account and the first answers that come with the page (page-data.ts) are used, unless a tab has signed in or out since the page
 *   was requested.
 * - A form with unsaved changes (`useUnsaved`) asks before it is left. Its contents survive the end of the session and a reload by the
 *   application, in this tab and for the same user, except what is secret.
 * - A reseller's call that moves money (money-calls.ts, docs/decisions/0010) is sent once. When its answer is lost, the server is asked
 *   what became of its key until that is known, also after a reload, and it is never sent again.
 *
 * Loaded with the screens that need them: money-calls.ts and its hooks in use-money-calls.ts. With those of administrators: may-call.ts,
 * which asks the contract whether an employee may do what a button does.
 */
export { setResponses, takePageData } from './page-data.ts';
export { useMay } from './scopes.ts';
export {
  followSession,
  homeOf,
  isPartial,
  leaveTill,
  leftOnPurpose,
  meQuery,
  personOf,
  SignedInUser,
  sessionHasEnded,
  signedInId,
  signOut,
  startSession,
  tillIsLeft,
  useMe,
  useSession,
} from './session.ts';
export {
  isTillDevice,
  isTillLocked,
  noteTillTouch,
  setTillDevice,
} from './till.ts';
export {
  confirmsClosing,
  confirmsLeaving,
  hasKeptDrafts,
  hasUnsavedForm,
  keptDraft,
  subscribeUnsaved,
} from './unsaved.ts';
export { DialogContext, useDraft, useUnsaved } from './use-unsaved.ts';
