import { isIPv4, isIPv6 } from 'node:net';

/** The networks of every invalid address that a proxy passes on: one for all, so that invented ones do not each get a limit. */
const unreadable = { narrow: 'unknown', wide: 'unknown/0' };

/**
 * The network by which an address is limited: an IPv4 address (mapped or not) itself, an IPv6 address its /64, since one customer has
 * a whole /64 (P15).
 */
export function networkOf(given: string): string {
  const address = plainAddress(given);
  if (isIPv4(address)) return address;
  return isIPv6(address) ? prefixOf(address, 4) : unreadable.narrow;
}

/**
 * The network around the network of an address: the /24 of an IPv4 address, the /48 of an IPv6 address. One customer may have all of
 * it, so what is limited per network is limited here too, at a higher number.
 */
export function wideNetworkOf(given: string): string {
  const address = plainAddress(given);
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  return isIPv6(address) ? prefixOf(address, 3) : unreadable.wide;
}

/** The first groups of 16 bits of an IPv6 address, in one spelling. */
function prefixOf(address: string, count: number): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return `${groups
    .slice(0, count)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/${count * 16}`;
}

/** Without port, and IPv4 where IPv6 maps it. */
export function plainAddress(given: string): string {
  const address = withoutPort(given.trim());
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** Some proxies append the port to the address: `41.1.1.3:1001`, `[2001:db8::1]:1001`. */
const withoutPort = (address: string): string =>
  /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
