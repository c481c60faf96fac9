/** Where the service worker keeps its answers. */
export const lastKnownCache = 'almas-last-known-2';
/** Versions before kept the whole account there. */
export const formerCache = 'almas-last-known';
/** Nothing is kept longer. */
export const lastKnownSeconds = 7 * 86_400;
/** Of an answer that is repeated: when the server gave it. build/pwa.ts writes it by this name. */
export const lastKnownHeader = 'x-almas-last-known';
/** When this browser last forgot an account, in milliseconds of the clock, under the address `/`. build/pwa.ts reads it by this name. */
export const forgottenCache = 'almas-forgotten';
