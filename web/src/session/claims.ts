export interface Claims {
  readonly user_id?: number;
  /** Seconds since 1970. */
  readonly exp?: number;
}

/** The claims of an access token, without verification: the service verifies its tokens. */
export function readClaims(token: string): Claims {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload)) as Claims;
  } catch {
    return {};
  }
}

const SOON_MS = 30_000;

/** Whether a token has expired, or is about to. */
export const expiresSoon = (token: string, now: number): boolean => {
  const { exp } = readClaims(token);
  return exp !== undefined && exp * 1_000 - now < SOON_MS;
};
