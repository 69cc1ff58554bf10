import type { IncomingMessage, ServerResponse } from 'node:http';

import { All, Controller, HttpStatus, Req, Res, UseGuards } from '@nestjs/common';

import { ApiError } from '../../../platform/http/api-error.js';
import type { HttpError } from '../../../platform/http/api-error.js';
import { JsonBody, PostRoute, TextField } from '../../../platform/http/body.js';
import { EnabledBy } from '../../../platform/http/enabled-by.js';
import { RemoteAddresses } from '../../../platform/http/remote-addresses.js';
import { bodyRefusals, PublicRoute, RETRY_AFTER } from '../../../platform/http/route-contract.js';
import type { Nothing, RouteContract } from '../../../platform/http/route-contract.js';
import type { TokenHolder } from '../../users/users.service.js';
import type { TicketRefusal } from '../second-factor/log-in-steps.service.js';
import { AccessCheck } from '../tokens/access-check.js';
import { TokenPairsService } from '../tokens/token-pairs.service.js';
import type { TokenPair } from '../tokens/token-pairs.service.js';
import { TokenSettings } from '../tokens/token.settings.js';
import { withGoodToken } from './good-token.js';
import { LoggedIn, LogInRequest, PasswordGuard } from './password.guard.js';
import { PasswordLogIn } from './password-log-in.js';

/** The maximum size of a request body. */
const MAX_TOKEN_LENGTH = 16_384;

class RefreshTokenRequest {
  @TextField({ maxLength: MAX_TOKEN_LENGTH })
  refresh!: string;
}

class VerifyTokenRequest {
  @TextField({ maxLength: MAX_TOKEN_LENGTH })
  token!: string;
}

/** The answer to a log-in that did not succeed, or needs another step. */
export type LogInRefusal = HttpError | TicketRefusal;

const refusals: RouteContract['answers'] = {
  ...bodyRefusals,
  401: { description: 'The token is not valid: `token_not_valid`.', type: 'HttpError' },
  404: { description: 'Tokens are not issued here: `TOKEN_ENDPOINTS` is off.', type: 'HttpError' },
};

@Controller('api/token')
@EnabledBy(TokenSettings, ({ endpoints }) => endpoints)
export class TokenController {
  constructor(
    private readonly pairs: TokenPairsService,
    private readonly access: AccessCheck,
    private readonly addresses: RemoteAddresses,
    private readonly logIns: PasswordLogIn,
  ) {}

  @PublicRoute({
    summary: 'Logs in: returns tokens for a username and its password.',
    body: LogInRequest,
    answers: {
      200: { description: 'Logged in.', type: 'TokenPair' },
      ...refusals,
      401: {
        description:
          'No active account has this username and password: `no_active_account`. Or a code of the second factor is required: `second_factor_required`, with a `ticket` for `/api/token/second-factor/`.',
        type: 'LogInRefusal',
      },
      403: {
        description:
          'The role of the user requires a second factor: `second_factor_enrolment_required`, with a `ticket` for `/api/token/enrolment/`.',
        type: 'TicketRefusal',
      },
      429: {
        description: 'Too many log-ins from this address have failed, with this username or with others: `throttled`.',
        type: 'HttpError',
        headers: RETRY_AFTER,
      },
    },
  })
  @PostRoute('')
  @UseGuards(PasswordGuard)
  logIn(@LoggedIn() holder: TokenHolder, @Req() request: IncomingMessage): Promise<TokenPair> {
    return this.logIns.begin(holder, request);
  }

  @PublicRoute({
    summary: 'Exchanges a refresh token for the next tokens. A token that is used again later ends its log-in.',
    body: RefreshTokenRequest,
    answers: { 200: { description: 'The next tokens.', type: 'TokenPair' }, ...refusals },
  })
  @PostRoute('refresh/')
  refresh(
    @JsonBody(RefreshTokenRequest) { refresh }: RefreshTokenRequest,
    @Req() request: IncomingMessage,
  ): Promise<TokenPair> {
    return withGoodToken(this.pairs.refresh(refresh, this.addresses.addressOf(request)));
  }

  @PublicRoute({
    summary: 'Checks whether a token is valid.',
    body: VerifyTokenRequest,
    answers: { 200: { description: 'The token is valid.', type: 'Nothing' }, ...refusals },
  })
  @PostRoute('verify/')
  async verify(@JsonBody(VerifyTokenRequest) { token }: VerifyTokenRequest): Promise<Nothing> {
    await withGoodToken(this.access.verify(token));
    return {};
  }

  @PublicRoute({
    summary: 'Logs out: ends the log-in of a refresh token, and closes its open connections with 4001.',
    body: RefreshTokenRequest,
    answers: { 204: { description: 'The log-in is ended.' }, ...refusals },
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
