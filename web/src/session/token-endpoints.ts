export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** What the service said instead of giving tokens. */
export class TokenRefusal extends Error {
  /** @param retryAfter seconds */
  constructor(
    readonly status: number,
    readonly retryAfter?: number,
  ) {
    super(`The service answered with ${String(status)}.`);
  }
}

async function post(path: string, body: object): Promise<Response> {
  const answer = await fetch(new URL(`api/token/${path}`, document.baseURI), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.ok) return answer;
  const retryAfter = Number(answer.headers.get('Retry-After') ?? NaN);
  throw Number.isNaN(retryAfter) ? new TokenRefusal(answer.status) : new TokenRefusal(answer.status, retryAfter);
}

/** @throws TokenRefusal, or TypeError where the service cannot be reached: so do those below */
export const issueTokens = async (username: string, password: string): Promise<TokenPair> =>
  (await post('', { username, password })).json() as Promise<TokenPair>;

export const refreshTokens = async (refresh: string): Promise<TokenPair> =>
  (await post('refresh/', { refresh })).json() as Promise<TokenPair>;

export const revokeTokens = async (refresh: string): Promise<void> => {
  await post('revoke/', { refresh });
};
