import { isIPv4, isIPv6 } from 'node:net';

/** Every address that is none, as a proxy may pass on: together, so that inventing them makes no new networks. */
const unreadable = 'unknown';

/**
 * The network an address counts for: one IPv6 customer holds a whole /64, so the single address would be no limit
 * at all (P15). IPv4, mapped or not, counts as it is.
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

/** Some proxies write the port behind the address: `41.1.1.3:1001`, `[2001:db8::1]:1001`. */
const withoutPort = (address: string): string =>
  /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
