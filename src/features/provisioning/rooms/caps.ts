import { conflict, ErrorCode, Refusal } from '@parley/protocol';

/**
 * No wait lifts a cap, such as that of the rooms of one user: a backend that repeats its request gets the same answer.
 * @throws Refusal 4005 in place of 4029
 */
export function refuseCap(error: unknown): never {
  if (error instanceof Refusal && error.code === ErrorCode.tooFast) throw conflict(error.detail);
  throw error;
}
