import { Injectable } from '@nestjs/common';
import { jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';

import { OidcSettings } from './oidc.settings.js';
import { CLOCK_SKEW_SECONDS, dateOf, isOfTheFuture } from '../tokens/verified-token.js';
import { isIdentifier, PROVIDER_ALGORITHMS } from './identity-provider.js';
import { ProviderDiscovery } from './provider-discovery.js';
import type { EndedSession } from './provider-log-ins.repository.js';

const LOG_OUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** A token without an expiry is accepted for this time, as one with a later expiry. */
const LIFETIME_SECONDS = 300;

/** A valid log-out token, which may have been used before. */
export interface LogOutToken {
  readonly jti: string;
  /** It is refused after this moment. */
  readonly expiresAt: Date;
  readonly session: EndedSession;
}

/** The tokens by which the provider reports the end of a session (OpenID Connect Back-Channel Logout 1.0, 2.6). */
@Injectable()
export class LogOutTokens {
  constructor(
    private readonly discovery: ProviderDiscovery,
    private readonly settings: OidcSettings,
  ) {}

  /** @returns undefined: it is not valid @throws LogInFailure while the provider was never reached */
  async verify(token: string): Promise<LogOutToken | undefined> {
    const { configuration, keys } = await this.discovery.get();
    const { issuer } = configuration.serverMetadata();
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys.find, {
        algorithms: PROVIDER_ALGORITHMS,
        issuer,
        audience: this.settings.provider?.clientId ?? '',
        clockTolerance: CLOCK_SKEW_SECONDS,
        maxTokenAge: LIFETIME_SECONDS,
        requiredClaims: ['iat', 'jti'],
      });
      return isOfLogOut(protectedHeader.typ) ? tokenOf(issuer, payload) : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Older providers name no type of their own, for which the claims decide. */
const isOfLogOut = (type: string | undefined): boolean =>
  type === undefined || ['jwt', 'logout+jwt'].includes(type.toLowerCase().replace('application/', ''));

/** A token of a log-in has a nonce and no event, so that it is none of a log-out. */
function tokenOf(issuer: string, claims: JWTPayload): LogOutToken | undefined {
  const { jti, iat = 0, events, nonce } = claims;
  const isEvent = typeof events === 'object' && events !== null && LOG_OUT_EVENT in events;
  const session = sessionOf(issuer, claims);
  if (!isEvent || !session || nonce !== undefined || isOfTheFuture(iat) || !isIdentifier(jti)) return undefined;
  return { jti, expiresAt: dateOf(iat + LIFETIME_SECONDS + CLOCK_SKEW_SECONDS), session };
}

function sessionOf(issuer: string, { sub, sid }: JWTPayload): EndedSession | undefined {
  const [subject, session] = [sub, sid].map((value) => (isIdentifier(value) ? value : undefined));
  return subject === undefined && session === undefined ? undefined : { issuer, subject, sid: session };
}
