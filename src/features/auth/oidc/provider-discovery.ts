import { Injectable, Logger } from '@nestjs/common';
import type { ClientAuth, Configuration } from 'openid-client';

import { OidcSettings } from './oidc.settings.js';
import type { OidcProvider } from './oidc.settings.js';
import { boundedFetch } from '../../../platform/outgoing/bounded-fetch.js';
import type { BoundedRequest } from '../../../platform/outgoing/bounded-fetch.js';
import { RemoteKeys } from '../tokens/remote-keys.js';
import { CLOCK_SKEW_SECONDS } from '../tokens/verified-token.js';
import { LogInFailure } from './log-in-failure.js';

/** Of one request to the provider. */
const BOUNDS = { ms: 5_000, mostBytes: 1_048_576 };
const TIMEOUT_SECONDS = 10;
/** The metadata of the provider are read again after this time. */
const FRESH_MS = 3_600_000;
/** After a failure, the provider is not asked again for this time. */
const FLOOR_MS = 2_000;

/** The provider as it describes itself, and its public keys. */
export interface DiscoveredProvider {
  readonly configuration: Configuration;
  readonly jwksUrl: string;
  readonly keys: RemoteKeys;
}

/**
 * Requests to the provider. Its address is of the operator's choice, so that private addresses are allowed. No
 * redirection is followed.
 * @throws LogInFailure `provider_unavailable`
 */
async function providerFetch(url: string, request: BoundedRequest): Promise<Response> {
  const unavailable = (reason: unknown): LogInFailure =>
    new LogInFailure('provider_unavailable', `the provider cannot be reached: ${String(reason)}`);
  const response = await boundedFetch(url, request, BOUNDS).catch((error: unknown) => {
    throw unavailable(error instanceof Error ? (error.cause ?? error) : error);
  });
  if (response.status >= 500) throw unavailable(`status ${String(response.status)}`);
  return response;
}

/**
 * Finds the endpoints and the keys of the provider, once an hour. While the provider is away, what was found last stays
 * valid. The keys are read again when a token names an unknown one.
 */
@Injectable()
export class ProviderDiscovery {
  private readonly log = new Logger('Oidc');
  private found: DiscoveredProvider | undefined;
  private foundAt = -Infinity;
  private failedAt = -Infinity;
  private finding: Promise<DiscoveredProvider> | undefined;

  constructor(private readonly settings: OidcSettings) {}

  /** @throws LogInFailure `provider_unavailable` */
  get(): Promise<DiscoveredProvider> {
    const now = performance.now();
    const isPaused = now - this.failedAt < FLOOR_MS;
    if (this.found && (isPaused || now - this.foundAt < FRESH_MS)) return Promise.resolve(this.found);
    if (isPaused) return Promise.reject(new LogInFailure('provider_unavailable'));
    this.finding ??= this.find().finally(() => {
      this.finding = undefined;
    });
    return this.finding;
  }

  private async find(): Promise<DiscoveredProvider> {
    const { provider: oidc } = this.settings;
    if (!oidc) throw new LogInFailure('provider_unavailable', 'OIDC_ISSUER is not set');
    try {
      this.found = this.describedBy(await discovered(oidc));
      this.foundAt = performance.now();
      return this.found;
    } catch (error) {
      this.failedAt = performance.now();
      this.log.warn(`The OpenID provider of OIDC_ISSUER cannot be discovered: ${reasonOf(error)}`);
      if (this.found) return this.found;
      throw new LogInFailure('provider_unavailable');
    }
  }

  private describedBy(configuration: Configuration): DiscoveredProvider {
    const { jwks_uri: jwksUrl } = configuration.serverMetadata();
    if (jwksUrl === undefined) throw new Error('it publishes no jwks_uri');
    const keys = this.found?.jwksUrl === jwksUrl ? this.found.keys : this.keysAt(jwksUrl);
    return { configuration, jwksUrl, keys };
  }

  /** Unlike those of JWT_JWKS_URL, they are asked for by tokens of the provider itself: a new key counts soon. */
  private keysAt(url: string): RemoteKeys {
    const failed = (error: unknown): void => {
      this.log.warn(`The keys of the OpenID provider cannot be fetched: ${reasonOf(error)}`);
    };
    return new RemoteKeys(url, { failed, floorMs: FLOOR_MS, fetch: providerFetch });
  }
}

/** The library is loaded by deployments with a provider only. */
async function discovered({ issuer, clientId, clientSecret }: OidcProvider): Promise<Configuration> {
  const client = await import('openid-client');
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)];
  const authentication: ClientAuth = (server, ...request) => {
    // The default of providers that name no method (OpenID Connect Discovery 1.0, 3).
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
  return client.discovery(issuer, clientId, { [client.clockTolerance]: CLOCK_SKEW_SECONDS }, authentication, {
    [client.customFetch]: providerFetch,
    timeout: TIMEOUT_SECONDS,
    // oxlint-disable-next-line typescript/no-deprecated -- The configuration refuses http in production.
    execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
  });
}

/** The innermost reason: the library wraps what the requests throw. */
export function reasonOf(error: unknown): string {
  let reason = error;
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause;
  return reason instanceof LogInFailure ? reason.detail : String(reason);
}
