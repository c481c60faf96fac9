/*
 * Offline: what the screens show when the server does not answer.
 *
 * - A reseller who has used the application on this device sees the last known account, catalogue and operations without a network, never
 *   a code. The screen says of which moment they are (`useLastKnown`).
 * - An empty screen gets the cached response also when the network takes a request and does not answer for 2 s; a screen that already
 *   shows something waits for the server. While cached responses are shown, the session is read again every 5 s (app/session-guard.tsx).
 * - The first answer of the server replaces everything that came from the cache (network/queries.ts).
 * - A sign-out and another user delete what is cached, also a response that the worker is storing at that moment. After seven days
 *   nothing cached is shown.
 * - `useOnline` is what the device says of its network. Nothing is refused because of it: the network itself decides.
 *
 * Loaded by the worker as well, which caches the responses (worker/service-worker.ts): last-known-names.ts.
 */
export { useLastKnown } from './last-known.ts';
export { useOnline } from './online.ts';
