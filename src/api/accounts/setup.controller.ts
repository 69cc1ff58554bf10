import { Controller, HttpStatus, Req } from '@nestjs/common';
import { Text, validated } from '@parley/realtime/requests';

import { PasswordLogIn } from '../../features/auth/http/password-log-in.js';
import type { TokenPair } from '../../features/auth/tokens/token-pairs.service.js';
import { TokenSettings } from '../../features/auth/tokens/token.settings.js';
import { MAX_PASSWORD_LENGTH } from '../../features/users/new-user.js';
import { JsonObjectBody, PostRoute, TextField } from '../../platform/http/body.js';
import type { ParsedRequest } from '../../platform/http/body.js';
import { EnabledBy } from '../../platform/http/enabled-by.js';
import { Throttle } from '../../platform/http/rate-limits.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { bodyRefusals, PublicRoute, RETRY_AFTER } from '../../platform/http/route-contract.js';
import { SetUpDeployment } from '../../features/accounts/first-start/set-up-deployment.js';

/** Of one address. */
const MOST_TRIES = { most: 30, seconds: 60 };
const LONGEST_USERNAME = 150;

class SetupRequest {
  /** Of the address that the service printed at its start. */
  @Text()
  key!: string;

  @TextField({ maxLength: LONGEST_USERNAME })
  username!: string;

  @TextField({ maxLength: MAX_PASSWORD_LENGTH })
  password!: string;

  /** Of the deployment. */
  @Text()
  name!: string;

  /** `team` or `product`. */
  @Text()
  preset!: string;
}

/** The first start: the page `/setup` sets up a deployment that has no user. */
@Controller('api/setup')
@EnabledBy(TokenSettings, ({ endpoints }) => endpoints)
export class SetupController {
  private readonly tries = new Throttle(MOST_TRIES);

  constructor(
    private readonly setup: SetUpDeployment,
    private readonly logIns: PasswordLogIn,
    private readonly addresses: RemoteAddresses,
  ) {}

  @PublicRoute({
    summary: 'Sets up a deployment without users: makes the first administrator, who is logged in.',
    body: SetupRequest,
    answers: {
      201: { description: 'It is set up.', type: 'TokenPair' },
      ...bodyRefusals,
      404: {
        description: 'The key is wrong, or the deployment has a user: `not_found`, judged before all other fields.',
        type: 'HttpError',
      },
      429: { description: 'Too many tries from this address: `throttled`.', type: 'HttpError', headers: RETRY_AFTER },
    },
  })
  @PostRoute('', HttpStatus.CREATED)
  async setUp(
    @JsonObjectBody() body: Readonly<Record<string, unknown>>,
    @Req() request: ParsedRequest,
  ): Promise<TokenPair> {
    const address = this.addresses.addressOf(request);
    await this.tries.require(address, 'Too many tries: wait a moment.');
    await this.setup.requireKey(body.key);
    const holder = await this.setup.setUp(validated(SetupRequest, body), address);
    return this.logIns.begin(holder, request);
  }
}
