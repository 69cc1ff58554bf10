export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** The service has refused a token request. */
export class TokenRequestError extends Error {
  /** @param retryAfter seconds */
  constructor(
    readonly status: number,
    readonly retryAfter?: number,
  ) {
    super(`The service answered with ${String(status)}.`);
  }
}

async function post(path: string, body: object): Promise<Response> {
  const response = await fetch(new URL(`api/token/${path}`, document.baseURI), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.ok) return response;
  const retryAfter = Number(response.headers.get('Retry-After') ?? NaN);
  throw Number.isNaN(retryAfter)
    ? new TokenRequestError(response.status)
    : new TokenRequestError(response.status, retryAfter);
}

/** @throws TokenRequestError, or TypeError when the service cannot be reached; the functions below throw the same */
export const issueTokens = async (username: string, password: string): Promise<TokenPair> =>
  (await post('', { username, password })).json() as Promise<TokenPair>;

export const refreshTokens = async (refresh: string): Promise<TokenPair> =>
  (await post('refresh/', { refresh })).json() as Promise<TokenPair>;

export const revokeTokens = async (refresh: string): Promise<void> => {
  await post('revoke/', { refresh });
};
