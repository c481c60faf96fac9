import type { RequestListener, Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { networkOf } from './network.ts';

/** A request must have arrived completely after this time. With the check interval below, a slow one is closed within 30 s. */
const requestMilliseconds = 26_000;
const headersMilliseconds = 15_000;
const checkIntervalMilliseconds = 2_000;

/** Options of the Node server against slow and silent clients. */
export const slowClientOptions = {
  requestTimeout: requestMilliseconds,
  connectionTimeout: 60_000,
  http: { headersTimeout: headersMilliseconds, connectionsCheckingInterval: checkIntervalMilliseconds },
} as const;

export interface ConnectionLimits {
  /** The most open connections of one network. */
  readonly perNetwork: number;
  /** Addresses or networks of the proxies, from which the connections of all clients come. */
  readonly proxies: readonly string[];
}

/**
 * Closes new connections of a network that has reached its limit, before their first request. Proxies are exempt, and so are loopback
 * addresses, where an unconfigured proxy may run.
 */
export function limitConnections(server: Server, { perNetwork, proxies }: ConnectionLimits): void {
  const open = new Map<string, number>();
  const isExempt = exemption(proxies);
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isExempt(address)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    if (count > perNetwork) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}

/** Pending requests of one connection: browsers and proxies send the next one after the response. */
const pendingPerConnection = 10;

/**
 * Closes a connection that pipelines too many requests: all of them would be processed concurrently, and their responses buffered
 * until the earlier ones were read.
 */
export function limitPipelining(server: Server): void {
  const pending = new WeakMap<Socket, number>();
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    // Requests that arrived together with the one that exceeded the limit are still parsed.
    if (socket.destroyed) return;
    const count = (pending.get(socket) ?? 0) + 1;
    if (count > pendingPerConnection) {
      socket.destroy();
      return;
    }
    pending.set(socket, count);
    response.once('close', () => pending.set(socket, (pending.get(socket) ?? 1) - 1));
    for (const listener of listeners) listener.call(server, request, response);
  });
}

function exemption(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const proxy of ['127.0.0.1', '::1', ...proxies]) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
