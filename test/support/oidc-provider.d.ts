declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Client {
    readonly clientId: string;
    /** Sends a log-out token to the client. */
    backchannelLogout(accountId: string, sid: string): Promise<void>;
  }

  interface Grant {
    addOIDCScope(scopes: string): void;
    save(): Promise<string>;
  }

  interface Context {
    readonly oidc: {
      readonly client: Client;
      readonly session: { readonly accountId: string };
      readonly result?: { readonly consent?: { readonly grantId?: string } };
    };
  }

  interface Account {
    readonly accountId: string;
    claims(): Readonly<Record<string, unknown>>;
  }

  interface Options {
    readonly clients: readonly Readonly<Record<string, unknown>>[];
    readonly jwks: { readonly keys: readonly object[] };
    readonly claims: Readonly<Record<string, readonly string[]>>;
    readonly scopes: readonly string[];
    readonly cookies: { readonly keys: readonly string[] };
    readonly conformIdTokenClaims: boolean;
    readonly features: Readonly<Record<string, { readonly enabled: boolean }>>;
    readonly fetch: (url: string, options: RequestInit) => Promise<Response>;
    readonly ttl: Readonly<Record<string, number>>;
    readonly pkce: { readonly required: () => boolean };
    readonly interactions: { url(context: Context, interaction: { readonly uid: string }): string };
    findAccount(context: Context, id: string): Account;
    loadExistingGrant(context: Context): Promise<Grant>;
  }

  /** A provider of identities for tests. */
  export default class Provider {
    constructor(issuer: string, options: Options);
    readonly Client: { find(id: string): Promise<Client> };
    readonly Grant: new (of: { readonly clientId: string; readonly accountId: string }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { readonly login: { readonly accountId: string } },
    ): Promise<void>;
    on(event: string, listener: (...given: unknown[]) => void): void;
  }
}
