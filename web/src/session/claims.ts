export interface Claims {
  readonly user_id?: number;
  /** Seconds since 1970. */
  readonly exp?: number;
}

/** What an access token says. Nothing is believed for it: the service checks its tokens by itself. */
export function claimsOf(token: string): Claims {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload)) as Claims;
  } catch {
    return {};
  }
}

const SOON_MS = 30_000;

/** Whether it has ended, or will before anything can be done with it. */
export const endsSoon = (token: string, now: number): boolean => {
  const { exp } = claimsOf(token);
  return exp !== undefined && exp * 1_000 - now < SOON_MS;
};
