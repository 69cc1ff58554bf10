import { HttpStatus } from '@nestjs/common';
import { notPermitted } from '@parley/protocol';
import type { Refusal } from '@parley/protocol';

import { ApiError } from '../../../platform/http/api-error.js';

/** For how long a password or a code proves who makes a request. */
export const FRESH_SECONDS = 300;

/** Whether that time proves it now. */
export const isRecent = (authenticatedAt: Date | undefined): boolean =>
  authenticatedAt !== undefined && authenticatedAt.getTime() > Date.now() - FRESH_SECONDS * 1_000;

/** The proofs that the user of a token has given, by the state of its log-in. */
export interface LogInProof {
  /** The user has given a password or a code, or has logged in at a provider, within the last five minutes. */
  readonly isFresh: boolean;
  /** By a second factor too, or by a provider or another issuer, whose duty that is. */
  readonly hasSecondFactor: boolean;
}

/** Of a program with an API key. */
export const NO_PROOF: LogInProof = { isFresh: false, hasSecondFactor: false };

/** By which programs recognise that a fresh proof is missing: the code over HTTP, the detail of a refused event. */
const NOT_FRESH = 'reauthentication_required';

/** Of an event: 4002 as for any permission that is missing, with the code as its detail. */
export const noFreshProof = (): Refusal => notPermitted(NOT_FRESH);

/**
 * Acts that give lasting power ask for a password or a code, because a stolen access token has neither.
 * @throws ApiError 403
 */
export function requireFreshProof({ isFresh }: LogInProof): void {
  if (isFresh) return;
  const detail = 'Prove that it is you: give your password or a code again, or log in again.';
  throw new ApiError(HttpStatus.FORBIDDEN, detail, NOT_FRESH);
}
