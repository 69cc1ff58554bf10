import type { IncomingMessage } from 'node:http';

import type { Config } from '../config/index.js';
import { RemoteAddresses } from './remote-addresses.js';

const from = (address: string | undefined, forwarded?: string): IncomingMessage =>
  ({ socket: { remoteAddress: address }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

const behind = (...trustedProxies: string[]): RemoteAddresses =>
  new RemoteAddresses({ http: { trustedProxies } } as unknown as Config);

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
    expect(behind().of(from(address))).toBe(counted);
  });

  it('is that of the socket where no proxy is trusted, or another one, whatever the header says', () => {
    expect(behind().of(from('10.0.0.1', '203.0.113.7'))).toBe('10.0.0.1');
    expect(behind('10.0.0.2').of(from('10.0.0.1', '203.0.113.7'))).toBe('10.0.0.1');
  });

  it.each([
    ['its client', '203.0.113.7', '203.0.113.7'],
    ['its client, and not what the client said of itself', '198.51.100.1, 10.0.0.9, 203.0.113.7', '203.0.113.7'],
    ['the client of the outermost of several', '203.0.113.7, 10.0.0.9', '203.0.113.7'],
    ['the network of an IPv6 client', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['the proxy where all are proxies', '10.0.0.9', '10.0.0.9'],
    ['the proxy where it passes on no address', 'unknown', '10.0.0.1'],
    ['the proxy where it passes on a line of a log', '1.2.3.4\nRefused nobody', '10.0.0.1'],
    ['the proxy where it says nothing', undefined, '10.0.0.1'],
  ])('is behind a trusted proxy %s', (_, forwarded, counted) => {
    expect(behind('10.0.0.0/8').of(from('10.0.0.1', forwarded))).toBe(counted);
  });
});
