import type { IncomingMessage, ServerResponse } from 'node:http';

import { All, Controller, HttpStatus, Req, Res, UseGuards } from '@nestjs/common';

import { ApiError } from '../../platform/http/api-error.js';
import { JsonBody, PostRoute, TextField } from '../../platform/http/body.js';
import { EnabledBy } from '../../platform/http/enabled-by.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { bodyRefusals, PublicRoute, RETRY_AFTER } from '../../platform/http/route-contract.js';
import { MAX_PASSWORD_LENGTH } from '../../users/new-user.js';
import { PasswordChangeService } from '../log-ins/password-change.service.js';
import { CurrentUser, UserGuard, userRefusals } from './user.guard.js';
import type { AuthenticatedUser } from './user.guard.js';

class PasswordChangeRequest {
  @TextField({ maxLength: MAX_PASSWORD_LENGTH })
  old_password!: string;

  @TextField({ maxLength: MAX_PASSWORD_LENGTH })
  new_password!: string;
}

/** The account of the user of an access token. */
@Controller('api/account')
@EnabledBy((config) => config.tokens.endpoints)
export class AccountController {
  constructor(
    private readonly passwords: PasswordChangeService,
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

  @All('password')
  otherMethod(@Res({ passthrough: true }) response: ServerResponse): never {
    response.setHeader('Allow', 'POST');
    throw new ApiError(HttpStatus.METHOD_NOT_ALLOWED, 'Only POST is allowed here.', 'method_not_allowed');
  }
}
