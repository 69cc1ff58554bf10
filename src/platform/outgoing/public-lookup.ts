import { lookup } from 'node:dns';
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/** IPv4 networks that are not public: private, loopback, link-local, shared, reserved, multicast. */
const NOT_PUBLIC = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Allocated IPv6 networks for documentation, or that embed an IPv4 address, which is not checked. */
const NOT_PUBLIC_OF_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
/** The allocated part of IPv6. */
const GLOBAL_UNICAST = '2000::/3';

const listOf = (family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const [address = '', bits] of networks.map((network) => network.split('/'))) {
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};

const notPublic = listOf('ipv4', NOT_PUBLIC);
const notPublicOf6 = listOf('ipv6', NOT_PUBLIC_OF_6);
const globalUnicast = listOf('ipv6', [GLOBAL_UNICAST]);

/** Whether an IP address is public: not of this machine, its network, or any network in between. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !notPublicOf6.check(address, 'ipv6');
}

/** A name that currently resolves to no public address. */
export class NotPublic extends Error {}

/** Finds all addresses of a name, like `lookup` of Node. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name while a socket is being opened, and returns only its public addresses. So no other address can be
 * connected to, even if the name resolved to other addresses before.
 */
export const publicLookupBy =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) {
        done(error, []);
        return;
      }
      const addresses = found.filter(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (!first) done(new NotPublic(), []);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };

/** Resolves names as this machine does. */
export const publicLookup = publicLookupBy(lookup);
