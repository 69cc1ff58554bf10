/** The stored log-in. It survives a reload, and all tabs of the browser share it. */
export interface StoredLogIn {
  readonly username: string;
  readonly access: string;
  readonly refresh: string;
}

export const LOG_IN_KEY = 'parley:log-in';

export function loadLogIn(): StoredLogIn | null {
  try {
    return JSON.parse(localStorage.getItem(LOG_IN_KEY) ?? 'null') as StoredLogIn | null;
  } catch {
    return null;
  }
}

export function saveLogIn(logIn: StoredLogIn | null): void {
  if (logIn) localStorage.setItem(LOG_IN_KEY, JSON.stringify(logIn));
  else localStorage.removeItem(LOG_IN_KEY);
}
