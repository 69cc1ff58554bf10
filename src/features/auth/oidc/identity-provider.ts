import { Injectable } from '@nestjs/common';
import { jwtVerify } from 'jose';
import type { Configuration, IDToken, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';

import { OidcSettings } from './oidc.settings.js';
import type { OidcProvider } from './oidc.settings.js';
import { CLOCK_SKEW_SECONDS } from '../tokens/verified-token.js';
import { LogInFailure } from './log-in-failure.js';
import type { LogInFlow } from './log-in-flows.js';
import { ProviderDiscovery, reasonOf } from './provider-discovery.js';
import type { DiscoveredProvider } from './provider-discovery.js';

/** The algorithms of tokens of the provider: those with a public key. */
export const PROVIDER_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** A person whom the provider has identified. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly sid: string | undefined;
  readonly claims: Readonly<Record<string, unknown>>;
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** 255 printable characters of ASCII (OpenID Connect Core 1.0, 2). */
const IDENTIFIER = /^[\x20-\x7e]{1,255}$/;

export const isIdentifier = (value: unknown): value is string => typeof value === 'string' && IDENTIFIER.test(value);

/** The authorization code flow with PKCE. All checks of OpenID Connect are made, also of the signature of the token. */
@Injectable()
export class IdentityProvider {
  constructor(
    private readonly discovery: ProviderDiscovery,
    private readonly oidcSettings: OidcSettings,
  ) {}

  /**
   * Begins a log-in.
   * @returns the address of the provider for the browser
   * @throws LogInFailure
   */
  async begin(redirectUri: string, tab: string): Promise<{ readonly flow: LogInFlow; readonly address: URL }> {
    const [client, { configuration }] = await Promise.all([import('openid-client'), this.discovery.get()]);
    const verifier = client.randomPKCECodeVerifier();
    const flow = { state: client.randomState(), nonce: client.randomNonce(), verifier, redirectUri, tab };
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.settings.scopes,
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { flow, address };
  }

  /**
   * Exchanges the answer of the provider for the identity of the user.
   * @param query of the address to which the provider has sent the browser
   * @throws LogInFailure
   */
  async end(flow: LogInFlow, query: string): Promise<Identity> {
    const provider = await this.discovery.get();
    const client = await import('openid-client');
    try {
      const tokens = await client.authorizationCodeGrant(provider.configuration, new URL(query, flow.redirectUri), {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
      });
      const claims = await this.signedClaims(provider, tokens);
      return identityOf(await this.completed(provider.configuration, tokens.access_token, claims));
    } catch (error) {
      throw failureOf(error, client);
    }
  }

  private get settings(): OidcProvider {
    const { provider: oidc } = this.oidcSettings;
    if (!oidc) throw new LogInFailure('provider_unavailable', 'OIDC_ISSUER is not set');
    return oidc;
  }

  /** The library trusts the connection, and leaves the signature of the token out. */
  private async signedClaims({ configuration, keys }: DiscoveredProvider, { id_token }: Tokens): Promise<IDToken> {
    const { payload } = await jwtVerify<IDToken>(id_token ?? '', keys.find, {
      algorithms: PROVIDER_ALGORITHMS,
      issuer: configuration.serverMetadata().issuer,
      audience: this.settings.clientId,
      clockTolerance: CLOCK_SKEW_SECONDS,
    });
    return payload;
  }

  /** Some providers put the claims of the profile into the token, others answer them to a request only. */
  private async completed(configuration: Configuration, access: string, token: IDToken): Promise<IDToken> {
    const { usernameClaim, roles } = this.settings;
    const isComplete = [usernameClaim, ...(roles ? [roles.claim] : [])].every((name) => token[name] !== undefined);
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return token;
    const client = await import('openid-client');
    return { ...(await client.fetchUserInfo(configuration, access, token.sub)), ...token };
  }
}

function identityOf(claims: IDToken): Identity {
  const { iss: issuer, sub: subject, sid } = claims;
  if (!isIdentifier(subject)) throw new LogInFailure('provider_failed', 'the subject is not valid');
  return { issuer, subject, sid: isIdentifier(sid) ? sid : undefined, claims };
}

function failureOf(error: unknown, client: typeof import('openid-client')): LogInFailure {
  if (error instanceof client.AuthorizationResponseError)
    return new LogInFailure('provider_refused', wordOf(error.error));
  if (error instanceof client.ResponseBodyError) return new LogInFailure('provider_failed', wordOf(error.error));
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof LogInFailure) return each;
  return new LogInFailure('provider_failed', reasonOf(error));
}

/** The code of an error, which the browser has sent: anything else does not reach the log. */
const wordOf = (code: string): string => (/^[a-z_]{1,64}$/.test(code) ? code : 'unknown error');
