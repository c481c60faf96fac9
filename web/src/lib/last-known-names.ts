/** Where the service worker keeps its answers. */
export const lastKnownCache = 'almas-last-known';
/** Of an answer that is repeated: when the server gave it. build/pwa.ts writes it by this name. */
export const lastKnownHeader = 'x-almas-last-known';
