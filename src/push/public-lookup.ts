import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

import { isPublicAddress } from './public-address.js';

/** A name that leads, at this moment, to no address of the internet. */
export class NotPublic extends Error {}

/**
 * Finds the addresses of a name as a socket that is being opened does, and hands out those of the internet alone. So
 * whatever a name has led to before, nothing else is connected to.
 */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
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
