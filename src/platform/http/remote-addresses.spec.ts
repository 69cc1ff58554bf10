import type { IncomingMessage } from 'node:http';

import type { Config } from '../config/config.js';
import { RemoteAddresses } from './remote-addresses.js';

const from = (address: string | undefined, forwarded?: string): IncomingMessage =>
  ({ socket: { remoteAddress: address }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

const behind = (...trustedProxies: string[]): RemoteAddresses =>
  new RemoteAddresses({ http: { trustedProxies } } as unknown as Config);

describe('the address of a request for limits', () => {
  it.each([
    ['an IPv4 address', '203.0.113.7', '203.0.113.7'],
    ['an IPv4 address on a dual-stack socket', '::ffff:203.0.113.7', '203.0.113.7'],
    ['the network of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['the network of an IPv6 address with omitted zeros', '2001:db8:1::9', '2001:db8:1:0::/64'],
    ['the network of an IPv6 address with omitted zeros in its second half', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['the network of the loopback address', '::1', '0:0:0:0::/64'],
    ['the network of a link-local address', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['empty for a closed socket', undefined, ''],
  ])('is %s', (_, address, counted) => expect(behind().addressOf(from(address))).toBe(counted));

  it('is that of the socket if the peer is not a trusted proxy, whatever the header contains', () => {
    expect(behind().addressOf(from('10.0.0.1', '203.0.113.7'))).toBe('10.0.0.1');
    expect(behind('10.0.0.2').addressOf(from('10.0.0.1', '203.0.113.7'))).toBe('10.0.0.1');
  });

  it.each([
    ['the client', '203.0.113.7', '203.0.113.7'],
    ['the client, and not the addresses that the client sent', '198.51.100.1, 10.0.0.9, 203.0.113.7', '203.0.113.7'],
    ['the client of the outermost of several proxies', '203.0.113.7, 10.0.0.9', '203.0.113.7'],
    ['the network of an IPv6 client', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['the proxy, if all addresses are proxies', '10.0.0.9', '10.0.0.9'],
    ['the proxy, if the header has no address', 'unknown', '10.0.0.1'],
    ['the proxy, if the header has a forged log line', '1.2.3.4\nRefused nobody', '10.0.0.1'],
    ['the proxy, if there is no header', undefined, '10.0.0.1'],
  ])('behind a trusted proxy is %s', (_, forwarded, counted) => {
    expect(behind('10.0.0.0/8').addressOf(from('10.0.0.1', forwarded))).toBe(counted);
  });
});
