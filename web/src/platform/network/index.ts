/*
 * Network: every call of the API, and what its answer means for the screens.
 *
 * - `api.group.call(input)` is typed by the contract and is sent once. A refusal throws `ApiError` with the server's French sentence; no
 *   answer throws `OfflineError`. Nothing that writes is repeated, except after the code of a second factor (step-up.ts).
 * - Screens read through `apiQuery` and `apiPages` and refresh by groups of the contract. The server's live events (live.ts) refresh the
 *   same groups, so that an open screen shows what others have done.
 * - A press sends through `useAction` or `useCall`: one run at a time, however often it is pressed.
 * - An administrator's call that moves money keeps its key while its form is open, and for half an hour after a lost answer
 *   (use-call-keys.ts): a second try is the same call. A reseller's call that moves money goes through session/money-calls.ts instead.
 * - A refusal for too many attempts is stored, and given again without a call until its time has passed (rate-limit.ts).
 * - A call that is refused because the session is over ends it in this tab (session-signal.ts), unless a tab has signed in since.
 * - `holdReload` and the calls without an answer (open-work.ts) keep the page from being reloaded.
 *
 * Loaded with the screens that need them: live.ts, use-call-keys.ts, use-shown-figure.ts, administrators-calls.ts, later-calls.ts,
 * api-upload.ts (a file or a long list, with progress), api-download.ts (a file for the browser's downloads).
 */
export { api } from './api.ts';
export { ApiError, messageOf, OfflineError } from './api-errors.ts';
export {
  hasFeature,
  sendsPasswordResets,
  useConfirmAbove,
  useFeature,
  useKnownFeature,
  useOperatorContact,
} from './configuration.ts';
export { holdReload } from './open-work.ts';
export { allItems, apiPages, apiQuery, queryClient, refresh } from './queries.ts';
export { clearLimit } from './rate-limit.ts';
export { finishStepUp, isStepUpRequested, onStepUp } from './step-up.ts';
export { useAction } from './use-action.ts';
export { useCall } from './use-call.ts';
export { lastTouchAt, watchUserActivity } from './user-activity.ts';
