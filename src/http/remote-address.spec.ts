import type { IncomingMessage } from 'node:http';

import { remoteAddress } from './remote-address.js';

const from = (address: string | undefined): IncomingMessage =>
  ({ socket: { remoteAddress: address } }) as IncomingMessage;

describe('the address that limits count a request to', () => {
  it.each([
    ['an IPv4 address', '203.0.113.7', '203.0.113.7'],
    ['an IPv4 address on a socket of both kinds', '::ffff:203.0.113.7', '203.0.113.7'],
    ['the network of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['the network of one with zeros in it', '2001:db8:1::9', '2001:db8:1:0::/64'],
    ['the network of one with zeros in its second half', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['the loopback', '::1', '0:0:0:0::/64'],
    ['the address of a link', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['nothing of a socket that is gone', undefined, ''],
  ])('is %s', (_, address, counted) => {
    expect(remoteAddress(from(address))).toBe(counted);
  });
});
