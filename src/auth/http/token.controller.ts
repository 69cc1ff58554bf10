import type { ServerResponse } from 'node:http';

import { All, Controller, HttpStatus, Res, UseGuards } from '@nestjs/common';

import { ApiError, bodyRefusals, JsonBody, PostRoute, PublicRoute } from '../../http/index.js';
import type { Nothing, RouteContract } from '../../http/index.js';
import type { TokenHolder } from '../../users/index.js';
import { AccessCheck } from '../access-check.js';
import { TokenPairs } from '../token-pairs.service.js';
import type { TokenPair } from '../token-pairs.service.js';
import { Unauthenticated } from '../unauthenticated.js';
import { EndpointsOn } from './endpoints-on.guard.js';
import { LoggedIn, PasswordGuard } from './password.guard.js';
import { LogInRequest, RefreshTokenRequest, VerifyTokenRequest } from './token.requests.js';

const refusals: RouteContract['answers'] = {
  ...bodyRefusals,
  401: { description: 'The token is no good: `token_not_valid`.', type: 'HttpError' },
  404: { description: 'Tokens come from elsewhere: `TOKEN_ENDPOINTS` is off.', type: 'HttpError' },
};

@Controller('api/token')
@UseGuards(EndpointsOn)
export class TokenController {
  constructor(
    private readonly pairs: TokenPairs,
    private readonly access: AccessCheck,
  ) {}

  @PublicRoute({
    summary: 'Logs in: gives tokens for a username and its password.',
    body: LogInRequest,
    answers: {
      200: { description: 'Logged in.', type: 'TokenPair' },
      ...refusals,
      401: { description: 'There is no such active account: `no_active_account`.', type: 'HttpError' },
      429: {
        description: 'Too many log-ins failed, from this address or of this username: `throttled`.',
        type: 'HttpError',
        headers: { 'Retry-After': { description: 'Seconds after which to try again.' } },
      },
    },
  })
  @PostRoute('')
  @UseGuards(PasswordGuard)
  logIn(@LoggedIn() holder: TokenHolder): Promise<TokenPair> {
    return withGoodToken(this.pairs.issue(holder));
  }

  @PublicRoute({
    summary: 'Gives the next tokens for a refresh token, which is spent: used again, it ends the log-in that it is of.',
    body: RefreshTokenRequest,
    answers: { 200: { description: 'The next tokens.', type: 'TokenPair' }, ...refusals },
  })
  @PostRoute('refresh/')
  refresh(@JsonBody(RefreshTokenRequest) { refresh }: RefreshTokenRequest): Promise<TokenPair> {
    return withGoodToken(this.pairs.refresh(refresh));
  }

  @PublicRoute({
    summary: 'Tells whether an access token is good.',
    body: VerifyTokenRequest,
    answers: { 200: { description: 'It is good.', type: 'Nothing' }, ...refusals },
  })
  @PostRoute('verify/')
  async verify(@JsonBody(VerifyTokenRequest) { token }: VerifyTokenRequest): Promise<Nothing> {
    await withGoodToken(this.access.verify(token));
    return {};
  }

  @PublicRoute({
    summary: 'Logs out: ends the log-in that a refresh token is of, and closes its open sockets with 4001.',
    body: RefreshTokenRequest,
    answers: { 204: { description: 'The log-in is over.' }, ...refusals },
  })
  @PostRoute('revoke/', HttpStatus.NO_CONTENT)
  revoke(@JsonBody(RefreshTokenRequest) { refresh }: RefreshTokenRequest): Promise<void> {
    return withGoodToken(this.pairs.revoke(refresh));
  }

  @All(['', 'refresh', 'verify', 'revoke'])
  otherMethod(@Res({ passthrough: true }) response: ServerResponse): never {
    response.setHeader('Allow', 'POST');
    throw new ApiError(HttpStatus.METHOD_NOT_ALLOWED, 'Only POST is allowed here.', 'method_not_allowed');
  }
}

async function withGoodToken<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Unauthenticated)) throw error;
    throw new ApiError(HttpStatus.UNAUTHORIZED, 'Token is invalid or expired', 'token_not_valid');
  }
}
