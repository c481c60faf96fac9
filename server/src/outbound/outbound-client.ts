import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { type IncomingHttpHeaders, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { addressList, isPublicAddress } from './public-address.ts';

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** Of the response; by default those of the client. */
  readonly maxBytes?: number;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Why a call failed, without its address: an address may be a secret. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  /** The address may not be called, or the request cannot be sent: nothing was, and another attempt will not change that. */
  readonly refused: boolean;

  constructor(message: string, refused: boolean) {
    super(message);
    this.refused = refused;
  }
}

export interface OutboundClient {
  /** @throws OutboundError refused: the URL itself may not be called. Names are resolved and checked at each call. */
  check(url: string): void;
  /** Sends one request. Redirects are returned like any other response. @throws OutboundError */
  call(request: OutboundRequest): Promise<OutboundResponse>;
}

type Resolve = (
  name: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

export interface OutboundSettings {
  /** Addresses and networks that are allowed although they are not public; these alone may be called over plain HTTP. */
  readonly allowed: readonly string[];
  /** The only hosts that may be called, `*.` for every name below one; by default any. */
  readonly hosts?: readonly string[];
  /** DNS servers with their ports; by default those of the operating system. */
  readonly nameServers?: readonly string[];
  readonly timeoutMilliseconds?: number;
  readonly maxBytes?: number;
  /** How names are resolved, replaced in tests. */
  readonly resolve?: Resolve;
}

const refuse = (why: string): OutboundError => new OutboundError(`refused: ${why}`, true);

/**
 * The only HTTP client of the server. The name is resolved once per call, all its addresses must be public or allowed, and
 * the socket connects to exactly these addresses: a DNS answer that changes between check and connection (DNS rebinding) has no
 * effect. Redirects are not followed, connections are not reused; time and size are bounded.
 */
export function outboundClient(settings: OutboundSettings): OutboundClient {
  const isAllowed = addressList(settings.allowed);
  const mayCall = (address: string) => isPublicAddress(address) || isAllowed(address);
  const timeout = settings.timeoutMilliseconds ?? 10_000;
  const maxBytes = settings.maxBytes ?? 65_536;
  const resolve: Resolve = settings.resolve ?? threadlessResolve(settings.nameServers);
  const isListed = (host: string) =>
    settings.hosts?.some((entry) =>
      entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry,
    ) ?? true;

  const parse = (text: string): URL => {
    if (!URL.canParse(text)) throw refuse('not a URL');
    const url = new URL(text);
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    const isExempt = isIP(literal) !== 0 && isAllowed(literal);
    if (!isListed(literal) && !isExempt) throw refuse('not a listed service');
    if (/(^|\.)localhost$/.test(literal)) throw refuse('address');
    if (url.username !== '' || url.password !== '') throw refuse('credentials in the URL');
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isExempt)) throw refuse('not https');
    if (url.port !== '' && !isExempt) throw refuse('port');
    if (isIP(literal) !== 0 && !mayCall(literal)) throw refuse('address');
    return url;
  };

  // Called by the connection itself; an IP address in the URL was checked by `parse` and is not resolved.
  const lookup: LookupFunction = (name, { all }, done) => {
    resolve(name, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(new OutboundError('name not found', false), '');
      if (!addresses.every(({ address }) => mayCall(address))) return done(refuse('address'), '');
      if (all) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };

  const call = ({
    method,
    url: text,
    headers,
    body,
    maxBytes: most,
  }: OutboundRequest): Promise<OutboundResponse> =>
    new Promise<OutboundResponse>((resolve, reject) => {
      const url = parse(text);
      const bytes = body === undefined ? undefined : Buffer.from(body);
      const signal = AbortSignal.timeout(timeout);
      const options: RequestOptions = {
        method,
        agent: false,
        lookup,
        signal,
        maxHeaderSize: 16_384,
        headers: { ...headers, ...(bytes && { 'content-length': String(bytes.length) }) },
      };
      const fail = (error: unknown) =>
        reject(
          error instanceof OutboundError
            ? error
            : new OutboundError(signal.aborted ? 'too slow' : reasonOf(error), false),
        );
      const start = url.protocol === 'https:' ? requestHttps : requestHttp;
      const outgoing = start(url, options, (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > (most ?? maxBytes)) outgoing.destroy(new OutboundError('response too large', false));
          else chunks.push(chunk);
        });
        response.on('error', fail);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      });
      // The final check, of the address that the socket is connected to.
      outgoing.on('socket', (socket) => {
        socket.once('connect', () => {
          if (!mayCall(socket.remoteAddress ?? '')) outgoing.destroy(refuse('address'));
        });
      });
      outgoing.on('error', fail);
      // Of a change of protocol that was not asked for, Node only closes the connection.
      outgoing.on('upgrade', (_response, socket) => {
        socket.destroy();
        fail(undefined);
      });
      outgoing.end(bytes);
    }).catch((error: unknown) => {
      // Anything else was thrown before the request left: Node builds none with a header that cannot be sent.
      throw error instanceof OutboundError ? error : refuse('request');
    });

  return { check: (url) => void parse(url), call };
}

/**
 * The client for push addresses, which any reseller may name. Its list is its own: an address that the operator allows for a private Bot
 * API server is not one that resellers may have called.
 * @param services names, which must resolve to public addresses, or addresses and networks, which need not be public
 */
export const pushClient = (services: readonly string[]): OutboundClient =>
  outboundClient({
    hosts: services,
    allowed: services.filter((entry) => isIP(entry.split('/')[0] ?? '') !== 0),
  });

/**
 * Resolves names by sockets of Node's own (c-ares). `dns.lookup` asks the operating system in one of the few threads that also read
 * files and resolve the name of the database, and a name whose DNS server never answers would hold it for many seconds.
 */
function threadlessResolve(nameServers: readonly string[] | undefined): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  if (nameServers) resolver.setServers(nameServers);
  return (name, done) => {
    Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]).then(([four, six]) => {
      const of = (result: PromiseSettledResult<string[]>, family: 4 | 6) =>
        result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
      done(null, [...of(four, 4), ...of(six, 6)]);
    });
  };
}

/** Only the code of a network error is logged; its message may repeat the address. */
const reasonOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'connection failed';
};
