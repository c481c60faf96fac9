import { describe, expect, test } from 'vitest';
import { networkOf, wideNetworkOf } from './network.ts';

describe('the network of an address', () => {
  test.each([
    ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64'],
    ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
    ['2001:DB8::5', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('the network of the IPv6 address %s is its /64, however it is written', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test.each(['41.1.1.3', ' 41.1.1.3 ', '41.1.1.3:1001', '::ffff:41.1.1.3', '[::ffff:41.1.1.3]:1001'])(
    'the network of the IPv4 address %s is the address itself, without port or mapping',
    (address) => {
      expect(networkOf(address)).toBe('41.1.1.3');
    },
  );

  test('the network of all invalid addresses is the same one, so that invented addresses do not each get a limit', () => {
    expect(['', 'localhost', '41.1.1', '2001:db8::5::1'].map(networkOf)).toEqual(Array(4).fill('unknown'));
  });

  test.each([
    ['2001:db8:7:1:aaaa::1', '2001:db8:7::/48'],
    ['2001:db8:7:ffff::1', '2001:db8:7::/48'],
    ['::ffff:41.1.1.3', '41.1.1.0/24'],
    ['41.1.1.200:1001', '41.1.1.0/24'],
    ['localhost', 'unknown/0'],
  ])('the wide network of %s is its /48 or its /24', (address, network) => {
    expect(wideNetworkOf(address)).toBe(network);
  });
});
