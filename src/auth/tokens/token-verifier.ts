import { Injectable } from '@nestjs/common';
import { decodeProtectedHeader } from 'jose';

import { FOREIGN_ALGORITHMS, ForeignTokens } from './foreign-tokens.js';
import { OwnTokens } from './own-tokens.js';
import { Unauthenticated } from './verified-token.js';
import type { VerifiedToken } from './verified-token.js';

/** Verifies tokens: the algorithm of a token decides whose key is used, and each issuer has fixed algorithms. */
@Injectable()
export class TokenVerifier {
  constructor(
    private readonly own: OwnTokens,
    private readonly foreign: ForeignTokens,
  ) {}

  /** @throws Unauthenticated */
  verify(token: string): Promise<VerifiedToken> {
    const algorithm = algorithmOf(token);
    if (algorithm === 'HS256') return this.own.verify(token);
    if (FOREIGN_ALGORITHMS.includes(algorithm)) return this.foreign.verify(token);
    throw new Unauthenticated('token_invalid');
  }
}

function algorithmOf(token: string): string {
  try {
    return decodeProtectedHeader(token).alg ?? '';
  } catch {
    return '';
  }
}
