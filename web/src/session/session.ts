import { computed, signal } from '@preact/signals';

import { forgetDrafts } from '../composer/drafts.js';
import { claimsOf, endsSoon } from './claims.js';
import { keepLogIn, keptLogIn, LOG_IN_KEY } from './kept-log-in.js';
import type { KeptLogIn } from './kept-log-in.js';
import { issueTokens, refreshTokens, revokeTokens, TokenRefusal } from './token-endpoints.js';

export interface Self {
  readonly id: number;
  readonly username: string;
}

const logIn = signal(keptLogIn());
/** Set where it was not the user who ended the log-in. */
export const hasExpired = signal(false);

const ownId = computed(() => claimsOf(logIn.value?.access ?? '').user_id);
const ownName = computed(() => logIn.value?.username ?? '');

/** Who is logged in. The same object for as long as it is the same user. */
export const self = computed<Self | null>(() =>
  ownId.value === undefined ? null : { id: ownId.value, username: ownName.value },
);

// Another tab has logged in or out, or has got new tokens.
addEventListener('storage', ({ key }) => {
  if (key === LOG_IN_KEY || key === null) logIn.value = keptLogIn();
});

function become(next: KeptLogIn | null): void {
  keepLogIn(next);
  logIn.value = next;
}

/** One at a time over all tabs: a refresh token that is used twice ends its log-in. */
const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
  // There are no locks where the page is not served securely.
  (navigator as Partial<Navigator>).locks?.request(LOG_IN_KEY, work) ?? work();

/** @throws TokenRefusal, or TypeError where the service cannot be reached */
export async function logInWith(username: string, password: string): Promise<void> {
  const tokens = await issueTokens(username, password);
  hasExpired.value = false;
  become({ username, access: tokens.access, refresh: tokens.refresh });
}

export async function logOut(): Promise<void> {
  const kept = keptLogIn();
  become(null);
  forgetDrafts();
  // Where the service does not hear of it, the tokens are forgotten all the same.
  if (kept) await revokeTokens(kept.refresh).catch(() => undefined);
}

/** @param refused a token that is of no use any more @returns null where the log-in is over */
export const accessToken = (refused?: string): Promise<string | null> =>
  alone(async () => {
    const kept = keptLogIn();
    if (!kept) return null;
    if (kept.access !== refused && !endsSoon(kept.access, Date.now())) return kept.access;
    try {
      const { access, refresh } = await refreshTokens(kept.refresh);
      become({ username: kept.username, access, refresh });
      return access;
    } catch (error) {
      if (!(error instanceof TokenRefusal) || error.status !== 401) throw error;
      hasExpired.value = true;
      become(null);
      return null;
    }
  });
