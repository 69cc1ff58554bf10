/** What lets one user in. Tokens go to the deployment and nowhere else. */
export interface Credentials {
  access(): Promise<string>;
  /**
   * Gets another token than one that the deployment would not take.
   * @returns whether there is one
   */
  renew(refused: string): Promise<boolean>;
}

/** The deployment lets this user in no more. Anything else that keeps one from a token may pass. */
export class NoToken extends Error {}

/** Makes new tokens, from nothing or from those that it made before. @throws NoToken */
export type TokenSource = () => Promise<string>;

/** A token that was given, and is all there is. */
export const givenToken = (token: string): Credentials => ({
  access: () => Promise.resolve(token),
  renew: () => Promise.resolve(false),
});

/** Tokens from a source, which is asked once for all devices of the user. */
export class RenewedToken implements Credentials {
  private token: string | undefined;
  private underway: Promise<string> | undefined;

  constructor(private readonly source: TokenSource) {}

  async access(): Promise<string> {
    return this.token ?? (await this.next());
  }

  async renew(refused: string): Promise<boolean> {
    if (this.token === refused) this.token = undefined;
    return this.access().then(
      () => true,
      (error: unknown) => !(error instanceof NoToken),
    );
  }

  private next(): Promise<string> {
    this.underway ??= this.source()
      .then((token) => (this.token = token))
      .finally(() => (this.underway = undefined));
    return this.underway;
  }
}

interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/**
 * Logs in over HTTP, and refreshes what it got, as any client does.
 * @param origin http or https
 */
export function loggedIn(origin: string, username: string, password: string): Credentials {
  let refresh: string | undefined;
  return new RenewedToken(async () => {
    const pair =
      (refresh === undefined ? undefined : await post(`${origin}/api/token/refresh/`, { refresh })) ??
      (await post(`${origin}/api/token/`, { username, password }));
    if (!pair) throw new NoToken(`${username} cannot log in at ${origin}`);
    refresh = pair.refresh;
    return pair.access;
  });
}

/** Undefined where the answer is no. @throws Error where there is no answer, or none for now */
async function post(url: string, body: object): Promise<TokenPair | undefined> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.ok) return (await response.json()) as TokenPair;
  if (response.status === 400 || response.status === 401) return undefined;
  throw new Error(`${url} answered ${String(response.status)}`);
}
