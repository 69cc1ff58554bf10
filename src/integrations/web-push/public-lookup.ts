import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

import { isPublicAddress } from './public-address.js';

/** A name that currently resolves to no public address. */
export class NotPublic extends Error {}

/**
 * Resolves a name while a socket is being opened, and returns only its public addresses. So no other address can be
 * connected to, even if the name resolved to other addresses before.
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
