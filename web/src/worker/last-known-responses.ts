import { deletionCache, lastKnownHeader, lastKnownSeconds } from '../platform/offline/last-known-names.ts';

/** The reads that the worker caches for the time without a network: balance, catalogue, operations. Never a code. */
const lastKnownReads = /^\/api\/(session|products|operations|free-fire\/(service|offers))$/;

export const isLastKnownRead = ({ pathname }: URL): boolean => lastKnownReads.test(pathname);

const personalFields = new Set([
  'email',
  'phone',
  'address',
  'city',
  'postalCode',
  'lastName',
  'displayName',
  'userName',
  'userEmail',
  'adminName',
  'deactivationReason',
]);

/**
 * Removes from a cached account everything but the fields that the screens show without a network (first name, company, balance). The
 * response of a browser without a session is not cached: it would be written after the sign-out has deleted the account. A cached
 * response is dated by the clock of the device, which may be a month wrong, because Serwist and the screens compute its age with the
 * same clock; a header of its own tells when the server sent it.
 */
export const withoutContacts = {
  cacheWillUpdate: async ({ response }: { response: Response }): Promise<Response | null> => {
    if (response.status !== 200) return null;
    const body: { user?: unknown } = JSON.parse(await response.text(), (name, value) =>
      personalFields.has(name) && typeof value === 'string' ? '' : value,
    );
    if (body.user === null) return null;
    const headers = new Headers(response.headers);
    headers.set(lastKnownHeader, headers.get('date') ?? '');
    headers.set('date', new Date().toUTCString());
    return new Response(JSON.stringify(body), { status: 200, headers });
  },
};

/**
 * Uses a cached response only when it is known when the server sent it, and how old it is: not when the clock of the device was further
 * ahead when it was cached.
 */
export const onlyOfKnownAge = {
  cachedResponseWillBeUsed: async ({ cachedResponse }: { cachedResponse?: Response | undefined }) => {
    const headers = cachedResponse?.headers;
    const ahead = Date.parse(headers?.get('date') ?? '') - Date.now();
    return headers?.get(lastKnownHeader) && ahead < lastKnownSeconds * 1_000 ? cachedResponse : null;
  },
};

interface CachedRead {
  readonly request: Request;
  readonly cacheName: string;
  /** State of one read, passed on by Serwist. */
  readonly state?: { began?: number } | undefined;
}

/**
 * A response is cached after the page has received it. When the account has signed out in between (offline/last-known.ts), it is deleted
 * again.
 */
export const deleteAfterSignOut = {
  requestWillFetch: async ({ request, state }: Pick<CachedRead, 'request' | 'state'>) => {
    if (state) state.began = Date.now();
    return request;
  },
  cacheDidUpdate: async ({ request, cacheName, state }: CachedRead) => {
    const moment = await caches.match('/', { cacheName: deletionCache });
    const forgotten = Number(await moment?.text());
    // A time in the future was written by a clock that was ahead and has been set since.
    if ((state?.began ?? 0) < forgotten && forgotten <= Date.now())
      await (await caches.open(cacheName)).delete(request);
  },
};
