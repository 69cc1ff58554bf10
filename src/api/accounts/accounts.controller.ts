import type { IncomingMessage, ServerResponse } from 'node:http';

import { Controller, HttpCode, HttpStatus, Param, Post, Req, Res } from '@nestjs/common';
import { Optional, Text } from '@parley/realtime/requests';

import { PasswordLogIn } from '../../features/auth/http/password-log-in.js';
import type { TokenPair } from '../../features/auth/tokens/token-pairs.service.js';
import { TokenSettings } from '../../features/auth/tokens/token.settings.js';
import { MAX_EMAIL_LENGTH } from '../../features/users/email-address.js';
import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH } from '../../features/users/new-user.js';
import { MAX_USERNAME_LENGTH } from '../../features/users/username.js';
import { JsonBody, PostRoute, TextField } from '../../platform/http/body.js';
import type { ParsedRequest } from '../../platform/http/body.js';
import { EnabledBy } from '../../platform/http/enabled-by.js';
import { Throttle } from '../../platform/http/rate-limits.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { bodyRefusals, PublicRoute, RETRY_AFTER } from '../../platform/http/route-contract.js';
import { SignUp } from '../../features/accounts/sign-up/sign-up.js';
import { VerifyAddress } from '../../features/accounts/sign-up/verify-address.js';
import type { VerifiedAddress } from '../../features/accounts/sign-up/verify-address.js';
import { preferredLanguage } from '../../platform/http/languages.js';

const LONGEST_TOKEN = 200;
/** Of one address, also such as fail: they tell which usernames are taken, and each hashes a password. */
const MOST_TRIES = { most: 60, seconds: 60 };

class SignUpRequest {
  @TextField({ maxLength: MAX_USERNAME_LENGTH })
  username!: string;

  @TextField({ maxLength: MAX_PASSWORD_LENGTH })
  password!: string;

  @Optional()
  @Text({ min: 1, max: MAX_EMAIL_LENGTH })
  email?: string | null;

  @Optional()
  @Text({ max: MAX_NAME_LENGTH })
  first_name?: string | null;

  @Optional()
  @Text({ max: MAX_NAME_LENGTH })
  last_name?: string | null;

  /** The token of an invitation. */
  @Optional()
  @Text({ min: 1, max: LONGEST_TOKEN })
  invitation?: string | null;
}

/** A mail tells what to do next. */
export interface PendingAccount {
  readonly code: 'verify_email';
}

/** Accounts that people make for themselves. */
@Controller('api/accounts')
@EnabledBy(TokenSettings, ({ endpoints }) => endpoints)
export class AccountsController {
  private readonly tries = new Throttle(MOST_TRIES);

  constructor(
    private readonly account: SignUp,
    private readonly verification: VerifyAddress,
    private readonly logIns: PasswordLogIn,
    private readonly addresses: RemoteAddresses,
  ) {}

  @PublicRoute({
    summary: 'Makes an account, as the deployment permits it, and logs its user in, or mails a link that makes it.',
    body: SignUpRequest,
    answers: {
      201: { description: 'The account is made.', type: 'TokenPair' },
      202: { description: 'The account is made when the link of a mail is opened.', type: 'PendingAccount' },
      ...bodyRefusals,
      403: {
        description: 'Administrators make the accounts, or an account needs an invitation: `permission_denied`.',
        type: 'HttpError',
      },
      404: {
        description:
          'The invitation is unknown, used up, expired or revoked: `not_found`; or `TOKEN_ENDPOINTS` is off.',
        type: 'HttpError',
      },
      409: { description: 'The username is taken, or looks like another: `conflict`.', type: 'HttpError' },
      429: {
        description:
          'SIGN_UPS_PER_HOUR or SIGN_UPS_PER_DAY are reached, or too many tries came from this address: `throttled`.',
        type: 'HttpError',
        headers: RETRY_AFTER,
      },
    },
  })
  @PostRoute('', HttpStatus.CREATED)
  async signUp(
    @JsonBody(SignUpRequest) given: SignUpRequest,
    @Req() request: ParsedRequest,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<TokenPair | PendingAccount> {
    const address = this.addresses.addressOf(request);
    await this.tries.require(address, 'Too many tries: wait a moment.');
    const { username, password, email, first_name, last_name, invitation } = given;
    const account = {
      username,
      password,
      email: email ?? undefined,
      firstName: first_name ?? undefined,
      lastName: last_name ?? undefined,
      invitation: invitation ?? undefined,
    };
    const holder = await this.account.signUp(account, { address, language: preferredLanguage(request) });
    if (holder) return this.logIns.begin(holder, request);
    response.statusCode = HttpStatus.ACCEPTED;
    return { code: 'verify_email' };
  }

  @PublicRoute({
    summary: 'Verifies an address by the link of a mail: the account is made, or the address of its user counts.',
    answers: {
      200: { description: 'The address is verified. Its user can log in.', type: 'VerifiedAddress' },
      404: { description: 'The link is void: `not_found`.', type: 'HttpError' },
      409: { description: 'The username of the new account is taken by now: `conflict`.', type: 'HttpError' },
      429: { description: 'Too many tries from this address: `throttled`.', type: 'HttpError', headers: RETRY_AFTER },
    },
  })
  @Post('verify/:token')
  @HttpCode(HttpStatus.OK)
  async verify(@Param('token') token: string, @Req() request: IncomingMessage): Promise<VerifiedAddress> {
    await this.tries.require(this.addresses.addressOf(request), 'Too many tries: wait a moment.');
    return this.verification.verify(token);
  }
}
