import { isIPv4, isIPv6 } from 'node:net';

/** The network of every invalid address that a proxy passes on: one for all, so that invented ones do not each get a limit. */
const unreadable = 'unknown';

/**
 * The network by which an address is limited: an IPv4 address (mapped or not) itself, an IPv6 address its /64, since one customer has
 * a whole /64 (P15).
 */
export function networkOf(given: string): string {
  const address = withoutPort(given.trim());
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return unreadable;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`;
}

/** Some proxies append the port to the address: `41.1.1.3:1001`, `[2001:db8::1]:1001`. */
const withoutPort = (address: string): string =>
  /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
