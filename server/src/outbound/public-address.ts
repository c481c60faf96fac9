import { BlockList, isIP } from 'node:net';

/** IPv4 networks that are not the public internet (IANA special-purpose registry), and a cloud's metadata address in it. */
const reserved4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Networks inside 2000::/3, the only public one of IPv6, that map IPv4 addresses or are for documentation. */
const reserved6: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const reserved = new BlockList();
for (const [network, bits] of reserved4) reserved.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of reserved6) reserved.addSubnet(network, bits, 'ipv6');
const public6 = new BlockList();
public6.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is one of the public internet. Mapped, translated and tunnelled addresses are not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reserved.check(address, 'ipv4');
  return family === 6 && public6.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

/** Addresses and networks (`10.0.0.5`, `10.1.0.0/16`) that the operator allows although they are not public. */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    // A list of IPv4 networks would match ::ffff:… too; only what was written is allowed.
    const family = isIP(address);
    if (family === 0 || /^::ffff:/i.test(address)) return false;
    return list.check(address, family === 4 ? 'ipv4' : 'ipv6');
  };
}
