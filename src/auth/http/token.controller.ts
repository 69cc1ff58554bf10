import type { ServerResponse } from 'node:http';

import { All, Controller, HttpStatus, Res, UseGuards } from '@nestjs/common';

import { ApiError, JsonBody, PostRoute } from '../../http/index.js';
import type { TokenHolder } from '../../users/index.js';
import { AccessCheck } from '../access-check.js';
import { TokenPairs } from '../token-pairs.service.js';
import type { TokenPair } from '../token-pairs.service.js';
import { Unauthenticated } from '../unauthenticated.js';
import { EndpointsOn } from './endpoints-on.guard.js';
import { LoggedIn, PasswordGuard } from './password.guard.js';
import { RefreshTokenRequest, VerifyTokenRequest } from './token.requests.js';

@Controller('api/token')
@UseGuards(EndpointsOn)
export class TokenController {
  constructor(
    private readonly pairs: TokenPairs,
    private readonly access: AccessCheck,
  ) {}

  @PostRoute('')
  @UseGuards(PasswordGuard)
  logIn(@LoggedIn() holder: TokenHolder): Promise<TokenPair> {
    return withGoodToken(this.pairs.issue(holder));
  }

  @PostRoute('refresh')
  refresh(@JsonBody(RefreshTokenRequest) { refresh }: RefreshTokenRequest): Promise<TokenPair> {
    return withGoodToken(this.pairs.refresh(refresh));
  }

  @PostRoute('verify')
  async verify(@JsonBody(VerifyTokenRequest) { token }: VerifyTokenRequest): Promise<object> {
    await withGoodToken(this.access.verify(token));
    return {};
  }

  @PostRoute('revoke', HttpStatus.NO_CONTENT)
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
