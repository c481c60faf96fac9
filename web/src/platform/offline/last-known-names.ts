/** The cache of the service worker for API responses. */
export const lastKnownCache = 'almas-last-known-2';
/** The cache of earlier versions, which contained the whole account. */
export const formerCache = 'almas-last-known';
/** Maximum age of a cached response, in seconds. */
export const lastKnownSeconds = 7 * 86_400;
/** Header of a cached response: when the server sent it. worker/service-worker.ts writes it. */
export const lastKnownHeader = 'x-almas-last-known';
/**
 * Cache with the time of the last sign-out or change of user in this browser, in epoch milliseconds, under the address `/`.
 * worker/service-worker.ts reads it.
 */
export const deletionCache = 'almas-forgotten';
