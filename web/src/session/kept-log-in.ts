/** A log-in, as it survives a reload. All tabs of the browser share it. */
export interface KeptLogIn {
  readonly username: string;
  readonly access: string;
  readonly refresh: string;
}

export const LOG_IN_KEY = 'parley:log-in';

export function keptLogIn(): KeptLogIn | null {
  try {
    return JSON.parse(localStorage.getItem(LOG_IN_KEY) ?? 'null') as KeptLogIn | null;
  } catch {
    return null;
  }
}

export function keepLogIn(logIn: KeptLogIn | null): void {
  if (logIn) localStorage.setItem(LOG_IN_KEY, JSON.stringify(logIn));
  else localStorage.removeItem(LOG_IN_KEY);
}
