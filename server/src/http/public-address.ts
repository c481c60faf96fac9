import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Headers with which a proxy says that it stands between; each of the proxies in ops/ sends one. */
const ofProxies = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via'];

/**
 * Where to lead a browser that opened a page by another name than PUBLIC_URL, or over http although the public address is https: there
 * its writes would be refused, or no script would load. An internal name behind a proxy is the proxy's own.
 * @returns undefined when the page is served as it is
 */
export function rightAddress(request: FastifyRequest, publicUrl: string | undefined): string | undefined {
  const { method, headers, url } = request;
  if (publicUrl === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
  if (!headers.accept?.includes('text/html') || url.startsWith('/api')) return undefined;
  const host = `http://${headers.host ?? ''}`;
  if (!URL.canParse(host)) return undefined;
  const isForeign = !isPublicName(publicUrl, new URL(host).hostname);
  return isForeign || (publicUrl.startsWith('https:') && isInsecure(request))
    ? `${publicUrl}${url}`
    : undefined;
}

/** Whether a host name may lead to a server with this PUBLIC_URL: its name, or an address or a name without a dot, as proxies use. */
export const isPublicName = (publicUrl: string, hostname: string): boolean =>
  !hostname.includes('.') || isIP(hostname) !== 0 || hostname === new URL(publicUrl).hostname;

/** A browser's navigation over plain http, without a proxy: over https it would send Sec-Fetch-Mode. */
const isInsecure = ({ headers }: FastifyRequest): boolean =>
  headers['upgrade-insecure-requests'] !== undefined &&
  headers['sec-fetch-mode'] === undefined &&
  ofProxies.every((name) => headers[name] === undefined);
