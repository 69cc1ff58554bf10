import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import Provider from 'oidc-provider';

import type { Environment } from './environment.js';

const CLIENT_ID = 'parley';
const CLIENT_SECRET = 'a secret of the client, which the service never prints';

/** The lifetime of ID tokens. */
export const ID_TOKEN_SECONDS = 600;

/** A person at the provider. */
export interface Person {
  readonly sub: string;
  readonly preferred_username?: string;
  readonly groups?: readonly string[];
}

interface SigningKey {
  readonly kid: string;
  readonly key: CryptoKey;
  readonly jwk: JWK;
}

/** How the provider knows the service. */
interface Registration {
  readonly redirectUris: readonly string[];
  readonly backChannelUri?: string;
}

async function newKey(kid: string): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { kid, key: privateKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } };
}

/** An OpenID provider on loopback. Its page logs the {@link person} in, without a password. */
export class IdentityProvider {
  /** The next person to log in. */
  person: Person = { sub: 'nobody' };
  /** Answers every request with this status. */
  fault: number | undefined;
  /** The path of each request. */
  readonly requests: string[] = [];
  private readonly people = new Map<string, Person>();
  private provider: Provider | undefined;
  private handle: ReturnType<Provider['callback']> | undefined;
  private registration: Registration = { redirectUris: [] };
  private keys = 1;

  private constructor(
    private readonly server: Server,
    private signing: SigningKey,
  ) {}

  static async start(): Promise<IdentityProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const provider = new IdentityProvider(server, await newKey('key 1'));
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      provider.serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** The settings of a service. */
  get env(): Environment {
    return { OIDC_ISSUER: this.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET };
  }

  register(registration: Registration): void {
    this.registration = registration;
    this.open();
  }

  /** Signs with a new key from now on, and publishes no other. */
  async rotateKeys(): Promise<void> {
    this.keys += 1;
    this.signing = await newKey(`key ${String(this.keys)}`);
    this.open();
  }

  /** Reports the end of a session as providers do. @throws Error if the service does not accept it */
  async logOut(sub: string, sid: string): Promise<void> {
    const client = await this.provider!.Client.find(CLIENT_ID);
    await client.backchannelLogout(sub, sid);
  }

  /** A log-out token. @param changes of its claims @param typ of its header */
  async logOutToken(changes: Readonly<Record<string, unknown>>, { typ = 'logout+jwt', key = this.signing } = {}) {
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: this.issuer,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 120,
      jti: crypto.randomUUID(),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...changes,
    };
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid, typ }).sign(key.key);
  }

  /** A key of another provider with the name of the present one. */
  async forgedKey(): Promise<SigningKey> {
    return newKey(this.signing.kid);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private open(): void {
    const { redirectUris, backChannelUri } = this.registration;
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: redirectUris,
          ...(backChannelUri !== undefined && {
            backchannel_logout_uri: backChannelUri,
            backchannel_logout_session_required: true,
          }),
        },
      ],
      jwks: { keys: [this.signing.jwk] },
      claims: { openid: ['sub'], profile: ['preferred_username'], groups: ['groups'] },
      scopes: ['openid', 'profile', 'groups'],
      cookies: { keys: ['a key of cookies'] },
      conformIdTokenClaims: true,
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      // Without the dispatcher, which refuses loopback.
      fetch: (url, options) => {
        delete options.dispatcher;
        return fetch(url, options);
      },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: ID_TOKEN_SECONDS,
        Interaction: 600,
        Session: 600,
      },
      pkce: { required: () => true },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => this.personOf(sub) }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
        grant.addOIDCScope('openid profile groups');
        await grant.save();
        return grant;
      },
    });
    this.provider = provider;
    this.handle = provider.callback();
  }

  /** As they are now: names and groups may change while a session lasts. */
  private personOf(sub: string): Readonly<Record<string, unknown>> {
    return { ...(this.person.sub === sub ? this.person : this.people.get(sub)), sub };
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '' } = request;
    this.requests.push(url.split('?', 1)[0]!);
    const [, uid, action] = /^\/interaction\/([\w-]+)(\/continue)?$/.exec(url) ?? [];
    if (this.fault !== undefined) response.writeHead(this.fault).end();
    else if (uid === undefined) await this.handle?.(request, response);
    else if (action === undefined) response.setHeader('content-type', 'text/html').end(pageOf(uid, this.person));
    else await this.loggedIn(request, response);
  }

  private loggedIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.people.set(this.person.sub, this.person);
    return this.provider!.interactionFinished(request, response, { login: { accountId: this.person.sub } });
  }
}

const pageOf = (uid: string, { sub }: Person): string => `<!doctype html>
<html lang="en">
  <head><title>Log in</title><link rel="icon" href="data:," /></head>
  <body><main><h1>The provider</h1><a href="/interaction/${uid}/continue">Continue as ${sub}</a></main></body>
</html>
`;
