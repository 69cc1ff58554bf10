import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

const IPV4_AS_IPV6 = /^::ffff:(?=\d+\.)/i;
const GROUPS = 8;
/** The first 64 bits, which one household or server has for itself. */
const NETWORK_GROUPS = 4;

/**
 * Whom limits by address count a request to: the address of its socket. Of an IPv6 address only the network counts,
 * because whoever has one address of it has them all.
 */
export function remoteAddress({ socket }: IncomingMessage): string {
  const address = (socket.remoteAddress ?? '').replace(IPV4_AS_IPV6, '');
  return isIPv6(address) ? networkOf(address) : address;
}

function networkOf(address: string): string {
  const [before = '', after] = address.split('::');
  const [first, last] = [groupsOf(before), groupsOf(after ?? '')];
  const zeros = Array<string>(GROUPS - first.length - last.length).fill('0');
  return `${[...first, ...zeros, ...last].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
