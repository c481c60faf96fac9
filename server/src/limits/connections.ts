import type { RequestListener, Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { networkOf } from './network.ts';

/** A request must have arrived whole after this time, and is looked at this often: cut within 30 s. */
const requestMilliseconds = 26_000;
const headersMilliseconds = 15_000;
const lookEveryMilliseconds = 2_000;

/** Options of the Node server against slow senders, and against who says nothing at all. */
export const slowClientOptions = {
  requestTimeout: requestMilliseconds,
  connectionTimeout: 60_000,
  http: { headersTimeout: headersMilliseconds, connectionsCheckingInterval: lookEveryMilliseconds },
} as const;

export interface ConnectionLimits {
  /** How many connections one network may hold open. */
  readonly perNetwork: number;
  /** Addresses or networks of the proxies: the connections of all visitors come from there. */
  readonly proxies: readonly string[];
}

/**
 * Closes connections of a network that holds too many already, before they have asked anything. Proxies are let
 * through, and so is this machine itself, where a proxy may run that is not configured.
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

/** Requests of one connection that may wait for their answers: browsers and proxies send one after the other. */
const unansweredPerConnection = 10;

/**
 * Closes a connection that sends requests without waiting for their answers. Each of them would be worked on at the same
 * time, and its answer kept until those before it were read.
 */
export function limitPipelining(server: Server): void {
  const unanswered = new WeakMap<Socket, number>();
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    // What has arrived with the request that was one too many is still parsed.
    if (socket.destroyed) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > unansweredPerConnection) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
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
