/** The access tokens of one user. Tokens are only sent to the deployment, and never printed. */
export interface Credentials {
  access(): Promise<string>;
  /**
   * Replaces a token that the deployment has rejected.
   * @returns whether there is another one
   */
  renew(refused: string): Promise<boolean>;
}

/** The deployment permanently refuses to issue a token. Other errors are temporary. */
export class NoToken extends Error {}

/** Gets new tokens. @throws NoToken */
export type TokenSource = () => Promise<string>;

/** A given token, which cannot be renewed. */
export const givenToken = (token: string): Credentials => ({
  access: () => Promise.resolve(token),
  renew: () => Promise.resolve(false),
});

/** Tokens from a source, which is called once for all devices of the user. */
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
 * Logs in over HTTP and refreshes the tokens, as any client does.
 * @param origin the http or https origin
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

/** @returns undefined if the credentials are rejected. @throws Error if there is no answer, or a temporary error */
async function post(url: string, body: object): Promise<TokenPair | undefined> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.ok) return (await response.json()) as TokenPair;
  if (response.status === 400 || response.status === 401) return undefined;
  throw new Error(`${url} answered ${String(response.status)}`);
}
