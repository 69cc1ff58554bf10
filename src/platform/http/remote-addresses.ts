import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';

import { Injectable } from '@nestjs/common';
import proxyAddr from 'proxy-addr';

import { Config } from '../config/config.js';

const IPV4_AS_IPV6 = /^::ffff:(?=\d+\.)/i;
const GROUPS = 8;
/** The first 64 bits, the network of one household or server. */
const NETWORK_GROUPS = 4;

/**
 * The address of a request for limits by address: the address of its socket, or, if that is a proxy of TRUST_PROXY, the
 * last address of `X-Forwarded-For` that is not such a proxy. Addresses before it in the header may be forged.
 *
 * Of an IPv6 address only the network counts, because a client that has one address of a network has all of them.
 */
@Injectable()
export class RemoteAddresses {
  private readonly isProxy: (address: string, hops: number) => boolean;

  constructor({ http }: Config) {
    this.isProxy = proxyAddr.compile([...http.trustedProxies]);
  }

  addressOf(request: IncomingMessage): string {
    const nearest = proxyAddr(request, this.isProxy);
    // A proxy that forwards an invalid address is counted by its own.
    const address = (isIP(nearest) ? nearest : (request.socket.remoteAddress ?? '')).replace(IPV4_AS_IPV6, '');
    return isIPv6(address) ? networkOf(address) : address;
  }
}

function networkOf(address: string): string {
  const [before = '', after] = address.split('::');
  const [first, last] = [groupsOf(before), groupsOf(after ?? '')];
  const zeros = Array<string>(GROUPS - first.length - last.length).fill('0');
  return `${[...first, ...zeros, ...last].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
