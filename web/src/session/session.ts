import { computed, signal } from '@preact/signals';

import { deleteDrafts } from '../composer/drafts.js';
import { expiresSoon, readClaims } from './claims.js';
import { loadLogIn, LOG_IN_KEY, saveLogIn } from './log-in-storage.js';
import type { StoredLogIn } from './log-in-storage.js';
import { beginSession, endSession, refreshSession, SessionRequestError } from './session-endpoint.js';

export interface Self {
  readonly id: number;
  readonly username: string;
}

const logIn = signal(loadLogIn());
/** Whether the log-in ended without a log-out by the user. */
export const hasExpired = signal(false);
/** The user of the log-in that has expired; empty: there was none. */
export const expiredName = signal('');

/** The access token of this tab, only in memory. */
let access: string | undefined;

const ownId = computed(() => logIn.value?.id);
const ownName = computed(() => logIn.value?.username ?? '');

/** The logged-in user. The same object while the user is the same. */
export const self = computed<Self | null>(() =>
  ownId.value === undefined ? null : { id: ownId.value, username: ownName.value },
);

// Another tab has logged in or out.
addEventListener('storage', ({ key }) => {
  if (key === LOG_IN_KEY || key === null) show(loadLogIn());
});

function show(next: StoredLogIn | null): void {
  if (next?.id !== logIn.value?.id) access = undefined;
  logIn.value = next;
}

function setLogIn(next: StoredLogIn | null): void {
  saveLogIn(next);
  show(next);
}

/** Runs one at a time over all tabs. Where there are no locks, the service answers two refreshes at once alike. */
const withLock = <Result>(work: () => Promise<Result>): Promise<Result> =>
  // Locks exist only in secure contexts.
  (navigator as Partial<Navigator>).locks?.request(LOG_IN_KEY, work) ?? work();

/** @throws SessionRequestError, or TypeError when the service cannot be reached */
export const logInWithPassword = (username: string, password: string): Promise<void> =>
  beginLogIn(username, beginSession(username, password));

/** @param session its access token */
export async function beginLogIn(username: string, session: Promise<string>): Promise<void> {
  const token = await session;
  const { user_id: id } = readClaims(token);
  if (id === undefined) throw new TypeError('The access token names no user.');
  hasExpired.value = false;
  expiredName.value = '';
  setLogIn({ id, username });
  access = token;
}

export async function logOut(): Promise<void> {
  setLogIn(null);
  deleteDrafts();
  await endSession().catch(() => undefined);
}

/** @param rejected a token that the service has rejected @returns null when the log-in has ended */
export const accessToken = (rejected?: string): Promise<string | null> =>
  withLock(async () => {
    const user = logIn.value;
    if (!user) return null;
    if (access !== undefined && access !== rejected && !expiresSoon(access, Date.now())) return access;
    try {
      const token = await refreshSession();
      // Another tab may have logged in as another user, or out.
      if (readClaims(token).user_id !== logIn.value?.id) return null;
      access = token;
      return token;
    } catch (error) {
      if (!(error instanceof SessionRequestError) || error.status !== 401) throw error;
      hasExpired.value = true;
      expiredName.value = user.username;
      setLogIn(null);
      return null;
    }
  });
