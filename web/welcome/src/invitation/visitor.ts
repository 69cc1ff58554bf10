import { computed, signal } from '@preact/signals';

import { continueSession, continueToken } from '../../../src/session/second-factor/second-factor-requests.js';
import { accessToken, beginLogIn, logInWithPassword, logOut, self } from '../../../src/session/session.js';
import { SessionRequestError, tokenByPassword } from '../../../src/session/session-endpoint.js';

/** A user of a deployment that keeps no log-in of pages. The token is in the memory of this page alone. */
interface Guest {
  readonly username: string;
  readonly access: string;
}

const NOT_FOUND = 404;

const guest = signal<Guest | null>(null);
let keepsLogIns = true;

/** The name of the user who is logged in on this page. */
export const visitor = computed(() => guest.value?.username ?? self.value?.username ?? null);

/** @throws SessionRequestError, or TypeError when the service cannot be reached */
export async function logInVisitor(username: string, password: string): Promise<void> {
  try {
    await logInWithPassword(username, password);
  } catch (error) {
    if (!(error instanceof SessionRequestError) || error.status !== NOT_FOUND) throw error;
    keepsLogIns = false;
    guest.value = { username, access: await tokenByPassword(username, password) };
  }
}

/** Continues a log-in that needs a step after the password. */
export async function continueVisitor(username: string, ticket: string, code?: string): Promise<void> {
  if (keepsLogIns) await beginLogIn(username, continueSession(ticket, code));
  else guest.value = { username, access: await continueToken(ticket, code) };
}

/** Null: the log-in has ended. */
export const tokenOfVisitor = (): Promise<string | null> =>
  guest.value ? Promise.resolve(guest.value.access) : accessToken();

export async function leaveVisitor(): Promise<void> {
  if (guest.value) guest.value = null;
  else await logOut();
}
