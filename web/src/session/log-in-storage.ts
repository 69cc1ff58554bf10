/** The user of the browser, for all its tabs. It contains no token: the refresh token is in a cookie. */
export interface StoredLogIn {
  readonly id: number;
  readonly username: string;
}

export const LOG_IN_KEY = 'parley:log-in';

/** A log-in of another form is removed, as it may have a token: its user logs in once more. */
export function loadLogIn(): StoredLogIn | null {
  try {
    const stored = JSON.parse(localStorage.getItem(LOG_IN_KEY) ?? 'null') as Partial<StoredLogIn> | null;
    if (stored && typeof stored.id === 'number') return { id: stored.id, username: stored.username ?? '' };
  } catch {
    // Not ours.
  }
  localStorage.removeItem(LOG_IN_KEY);
  return null;
}

export function saveLogIn(logIn: StoredLogIn | null): void {
  if (logIn) localStorage.setItem(LOG_IN_KEY, JSON.stringify(logIn));
  else localStorage.removeItem(LOG_IN_KEY);
}
