import type { IncomingMessage } from 'node:http';

import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';

import { throttled } from '../../platform/http/api-error.js';
import { Throttle } from '../../platform/http/rate-limits.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import type { AddressSignature } from '../uploads/file-address.js';
import { FileUserGuard } from './file-user.guard.js';

/** The query of a request for a file. A parameter that is given twice is a list. */
export interface FileQuery {
  readonly at?: string | readonly string[];
  readonly signature?: string | readonly string[];
  /** Present: the small picture is requested. */
  readonly thumbnail?: unknown;
}

/** The signature of an address; undefined: there is none. */
export function signatureIn({ at, signature }: FileQuery): AddressSignature | undefined {
  if (typeof signature !== 'string') return undefined;
  if (at === undefined) return { at, signature };
  return typeof at === 'string' && /^\d{1,12}$/.test(at) ? { at: Number(at), signature } : undefined;
}

/** Of one network address. A household or an office that opens a room with many pictures needs fewer. */
const SIGNED_READS = { most: 3_000, seconds: 10 };

/**
 * Requires a user or an API key, unless the address is signed. Whether the signature is valid decides who reads the
 * file. A signed address has no user whose limit could count.
 */
@Injectable()
export class FileReaderGuard implements CanActivate {
  private readonly signedReads = new Throttle(SIGNED_READS);

  constructor(
    private readonly users: FileUserGuard,
    private readonly addresses: RemoteAddresses,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingMessage & { readonly query: FileQuery }>();
    if (request.query.signature === undefined) return this.users.canActivate(context);
    const seconds = await this.signedReads.count(this.addresses.addressOf(request));
    if (seconds > 0) throw throttled('Too many requests for files from this network address.', seconds);
    return true;
  }
}
