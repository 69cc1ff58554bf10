import { HttpStatus } from '@nestjs/common';

import { ApiError } from '../../../platform/http/api-error.js';
import { Unauthenticated } from '../tokens/verified-token.js';

/** @throws ApiError 401 in place of Unauthenticated */
export async function withGoodToken<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Unauthenticated)) throw error;
    throw new ApiError(HttpStatus.UNAUTHORIZED, 'Token is invalid or expired', 'token_not_valid');
  }
}
