import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { networkOf } from './network.ts';

/** A request must have arrived whole after this time, and is looked at this often: cut within 30 s. */
const requestMilliseconds = 26_000;
const headersMilliseconds = 15_000;
const lookEveryMilliseconds = 2_000;

/** Options of the Node server against slow senders. */
export const slowClientOptions = {
  requestTimeout: requestMilliseconds,
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
