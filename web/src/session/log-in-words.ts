import { TokenRefusal } from './token-endpoints.js';

/** Why somebody could not log in, in a sentence. */
export function whyNotLoggedIn(error: unknown): string {
  if (!(error instanceof TokenRefusal)) return 'The service cannot be reached. Is there a network?';
  const { status, retryAfter } = error;
  if (status === 401) return 'This user name and password do not belong together.';
  if (status === 404) return 'One cannot log in with a password here.';
  if (status === 429) return `Too many attempts. Try again in ${String(retryAfter ?? 60)} seconds.`;
  return 'The service could not do this. Try again in a moment.';
}
