import { computed, signal } from '@preact/signals';

import { deleteDrafts } from '../composer/drafts.js';
import { expiresSoon, readClaims } from './claims.js';
import { loadLogIn, LOG_IN_KEY, saveLogIn } from './log-in-storage.js';
import type { StoredLogIn } from './log-in-storage.js';
import { issueTokens, refreshTokens, revokeTokens, TokenRequestError } from './token-endpoints.js';

export interface Self {
  readonly id: number;
  readonly username: string;
}

const logIn = signal(loadLogIn());
/** Whether the log-in ended without a log-out by the user. */
export const hasExpired = signal(false);

const ownId = computed(() => readClaims(logIn.value?.access ?? '').user_id);
const ownName = computed(() => logIn.value?.username ?? '');

/** The logged-in user. The same object while the user is the same. */
export const self = computed<Self | null>(() =>
  ownId.value === undefined ? null : { id: ownId.value, username: ownName.value },
);

// Another tab has logged in or out, or has renewed the tokens.
addEventListener('storage', ({ key }) => {
  if (key === LOG_IN_KEY || key === null) logIn.value = loadLogIn();
});

function setLogIn(next: StoredLogIn | null): void {
  saveLogIn(next);
  logIn.value = next;
}

/** Runs one at a time over all tabs: a refresh token that is used twice ends its log-in. */
const withLock = <Result>(work: () => Promise<Result>): Promise<Result> =>
  // Locks exist only in secure contexts.
  (navigator as Partial<Navigator>).locks?.request(LOG_IN_KEY, work) ?? work();

/** @throws TokenRequestError, or TypeError when the service cannot be reached */
export async function logInWithPassword(username: string, password: string): Promise<void> {
  const tokens = await issueTokens(username, password);
  hasExpired.value = false;
  setLogIn({ username, access: tokens.access, refresh: tokens.refresh });
}

export async function logOut(): Promise<void> {
  const stored = loadLogIn();
  setLogIn(null);
  deleteDrafts();
  // The tokens are deleted here also when the service cannot be reached.
  if (stored) await revokeTokens(stored.refresh).catch(() => undefined);
}

/** @param rejected a token that the service has rejected @returns null when the log-in has ended */
export const accessToken = (rejected?: string): Promise<string | null> =>
  withLock(async () => {
    const stored = loadLogIn();
    if (!stored) return null;
    if (stored.access !== rejected && !expiresSoon(stored.access, Date.now())) return stored.access;
    try {
      const { access, refresh } = await refreshTokens(stored.refresh);
      setLogIn({ username: stored.username, access, refresh });
      return access;
    } catch (error) {
      if (!(error instanceof TokenRequestError) || error.status !== 401) throw error;
      hasExpired.value = true;
      setLogIn(null);
      return null;
    }
  });
