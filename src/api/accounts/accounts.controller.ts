import { Controller, HttpStatus, Req } from '@nestjs/common';
import { Optional, Text } from '@parley/realtime/requests';

import { PasswordLogIn } from '../../features/auth/http/password-log-in.js';
import type { TokenPair } from '../../features/auth/tokens/token-pairs.service.js';
import { TokenSettings } from '../../features/auth/tokens/token.settings.js';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH } from '../../features/users/new-user.js';
import { MAX_USERNAME_LENGTH } from '../../features/users/username.js';
import { JsonBody, PostRoute, TextField } from '../../platform/http/body.js';
import type { ParsedRequest } from '../../platform/http/body.js';
import { EnabledBy } from '../../platform/http/enabled-by.js';
import { Throttle } from '../../platform/http/rate-limits.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { bodyRefusals, PublicRoute, RETRY_AFTER } from '../../platform/http/route-contract.js';
import { SignUp } from '../../features/accounts/sign-up/sign-up.js';

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

/** Accounts that people make for themselves. */
@Controller('api/accounts')
@EnabledBy(TokenSettings, ({ endpoints }) => endpoints)
export class AccountsController {
  private readonly tries = new Throttle(MOST_TRIES);

  constructor(
    private readonly account: SignUp,
    private readonly logIns: PasswordLogIn,
    private readonly addresses: RemoteAddresses,
  ) {}

  @PublicRoute({
    summary: 'Makes an account, as the deployment permits it, and logs its user in.',
    body: SignUpRequest,
    answers: {
      201: { description: 'The account is made.', type: 'TokenPair' },
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
  async signUp(@JsonBody(SignUpRequest) given: SignUpRequest, @Req() request: ParsedRequest): Promise<TokenPair> {
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
    const holder = await this.account.signUp(account, address);
    return this.logIns.begin(holder, request);
  }
}
