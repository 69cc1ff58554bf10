import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';

import { UserGuard } from '../auth/http/user.guard.js';
import type { AddressSignature } from '../uploads/file-address.js';

/** The query of a request for a file. A parameter that is given twice is a list. */
export interface FileQuery {
  readonly at?: string | readonly string[];
  readonly signature?: string | readonly string[];
  /** Present: the small picture is requested. */
  readonly thumbnail?: unknown;
}

/** The signature of an address; undefined: there is none. */
export function signatureIn({ at, signature }: FileQuery): AddressSignature | undefined {
  if (typeof at !== 'string' || !/^\d{1,12}$/.test(at) || typeof signature !== 'string') return undefined;
  return { at: Number(at), signature };
}

/** Requires an access token, unless the address is signed. Whether the signature is valid decides who reads the file. */
@Injectable()
export class FileReaderGuard implements CanActivate {
  constructor(private readonly user: UserGuard) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { query } = context.switchToHttp().getRequest<{ readonly query: FileQuery }>();
    return query.signature !== undefined || this.user.canActivate(context);
  }
}
