import type { IncomingMessage, ServerResponse } from 'node:http';

import { All, Controller, HttpStatus, Req, Res, UseGuards } from '@nestjs/common';

import { invalid } from '@parley/protocol';
import { Optional } from '@parley/realtime/requests';

import { ApiError } from '../../../platform/http/api-error.js';
import { JsonBody, PostRoute, TextField } from '../../../platform/http/body.js';
import { EnabledBy } from '../../../platform/http/enabled-by.js';
import { RemoteAddresses } from '../../../platform/http/remote-addresses.js';
import { bodyRefusals, PublicRoute, RETRY_AFTER } from '../../../platform/http/route-contract.js';
import { MAX_PASSWORD_LENGTH } from '../../users/new-user.js';
import { PasswordChangeService } from '../log-ins/password-change.service.js';
import { ReauthenticationService } from '../second-factor/reauthentication.service.js';
import { TokenSettings } from '../tokens/token.settings.js';
import { MAX_CODE_LENGTH } from './log-in-steps.controller.js';
import { CurrentUser, UserGuard, userRefusals } from './user.guard.js';
import type { AuthenticatedUser } from './user.guard.js';

class PasswordChangeRequest {
  @TextField({ maxLength: MAX_PASSWORD_LENGTH })
  old_password!: string;

  @TextField({ maxLength: MAX_PASSWORD_LENGTH })
  new_password!: string;
}

/** At least one of the two is required. */
class ReauthenticationRequest {
  @Optional()
  @TextField({ maxLength: MAX_PASSWORD_LENGTH })
  password?: string | null;

  @Optional()
  @TextField({ maxLength: MAX_CODE_LENGTH })
  code?: string | null;
}

/** The account of the user of an access token. */
@Controller('api/account')
@EnabledBy(TokenSettings, ({ endpoints }) => endpoints)
export class AccountController {
  constructor(
    private readonly passwords: PasswordChangeService,
    private readonly reauthentication: ReauthenticationService,
    private readonly addresses: RemoteAddresses,
  ) {}

  @PublicRoute({
    summary: "Changes the user's password, and ends all other sessions of the user.",
    bearer: 'user',
    body: PasswordChangeRequest,
    answers: {
      204: { description: 'The password is changed. The tokens of this request stay valid.' },
      ...bodyRefusals,
      ...userRefusals,
      404: { description: 'Passwords are not used here: `TOKEN_ENDPOINTS` is off.', type: 'HttpError' },
      409: { description: 'The user has no password: `conflict`.', type: 'HttpError' },
      429: {
        description: 'Too many wrong passwords from this address, at log-ins and changes: `throttled`.',
        type: 'HttpError',
        headers: RETRY_AFTER,
      },
    },
  })
  @PostRoute('password/', HttpStatus.NO_CONTENT)
  @UseGuards(UserGuard)
  async changePassword(
    @CurrentUser() { userId, family }: AuthenticatedUser,
    @JsonBody(PasswordChangeRequest) { old_password, new_password }: PasswordChangeRequest,
    @Req() request: IncomingMessage,
  ): Promise<void> {
    const address = this.addresses.addressOf(request);
    await this.passwords.change({ userId, family, oldPassword: old_password, newPassword: new_password, address });
  }

  @PublicRoute({
    summary:
      'Proves again who the user is, by the password or by a code of the second factor, for acts that ask for it within five minutes.',
    bearer: 'user',
    body: ReauthenticationRequest,
    answers: {
      204: { description: 'The log-in of the access token is proven.' },
      ...bodyRefusals,
      401: {
        ...userRefusals[401],
        description:
          'The access token is missing or not valid: `token_not_valid`. Or the code is wrong or was used before: `second_factor_invalid`.',
      },
      404: { description: 'Passwords are not used here: `TOKEN_ENDPOINTS` is off.', type: 'HttpError' },
      409: {
        description: 'The user has no password, or the token is of another issuer: `conflict`.',
        type: 'HttpError',
      },
      429: {
        description: 'Too many wrong passwords or codes: `throttled`.',
        type: 'HttpError',
        headers: RETRY_AFTER,
      },
    },
  })
  @PostRoute('reauthentication/', HttpStatus.NO_CONTENT)
  @UseGuards(UserGuard)
  async reauthenticate(
    @CurrentUser() { userId, family }: AuthenticatedUser,
    @JsonBody(ReauthenticationRequest) { password, code }: ReauthenticationRequest,
    @Req() request: IncomingMessage,
  ): Promise<void> {
    const requester = { userId, family, address: this.addresses.addressOf(request) };
    if (typeof password === 'string' && typeof code !== 'string') {
      await this.reauthentication.byPassword(requester, password);
    } else if (typeof code === 'string' && typeof password !== 'string') {
      await this.reauthentication.byCode(requester, code);
    } else {
      throw invalid({ password: ['Give either a password or a code.'] });
    }
  }

  @All(['password', 'reauthentication'])
  otherMethod(@Res({ passthrough: true }) response: ServerResponse): never {
    response.setHeader('Allow', 'POST');
    throw new ApiError(HttpStatus.METHOD_NOT_ALLOWED, 'Only POST is allowed here.', 'method_not_allowed');
  }
}
