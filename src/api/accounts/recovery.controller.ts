import type { IncomingMessage } from 'node:http';

import { Controller, Get, HttpStatus, Req } from '@nestjs/common';

import { RecoverPassword } from '../../features/accounts/recovery/recover-password.js';
import { TokenSettings } from '../../features/auth/tokens/token.settings.js';
import { MAX_EMAIL_LENGTH } from '../../features/users/email-address.js';
import { MAX_PASSWORD_LENGTH } from '../../features/users/new-user.js';
import { JsonBody, PostRoute, TextField } from '../../platform/http/body.js';
import { EnabledBy } from '../../platform/http/enabled-by.js';
import { preferredLanguage } from '../../platform/http/languages.js';
import { Throttle } from '../../platform/http/rate-limits.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { bodyRefusals, PublicRoute, RETRY_AFTER } from '../../platform/http/route-contract.js';

/** Of one address. Further ones are answered as all are, and lead to no mail. */
const MOST_REQUESTS = { most: 100, seconds: 3_600 };
/** Of one address. */
const MOST_CONFIRMATIONS = { most: 60, seconds: 60 };
const LONGEST_TOKEN = 2_000;

class RecoveryRequest {
  @TextField({ maxLength: MAX_EMAIL_LENGTH })
  email!: string;
}

class RecoveryConfirmation {
  /** What follows `#` in the link. */
  @TextField({ maxLength: LONGEST_TOKEN })
  token!: string;

  @TextField({ maxLength: MAX_PASSWORD_LENGTH })
  password!: string;
}

export interface RecoveryOffer {
  readonly offered: boolean;
}

/** Lost passwords. */
@Controller('api/account/recovery')
@EnabledBy(TokenSettings, ({ endpoints }) => endpoints)
export class RecoveryController {
  private readonly requests = new Throttle(MOST_REQUESTS);
  private readonly confirmations = new Throttle(MOST_CONFIRMATIONS);

  constructor(
    private readonly recovery: RecoverPassword,
    private readonly addresses: RemoteAddresses,
  ) {}

  @PublicRoute({
    summary: 'Tells whether lost passwords can be set anew by mail.',
    answers: { 200: { description: 'Whether a mail is sent.', type: 'RecoveryOffer' } },
  })
  @Get()
  offer(): RecoveryOffer {
    return { offered: this.recovery.isOffered };
  }

  @PublicRoute({
    summary: 'Mails a link that sets another password, if a user has the verified address.',
    body: RecoveryRequest,
    answers: {
      202: { description: 'The same, and after the same time, whether or not somebody has the address.' },
      ...bodyRefusals,
      404: { description: 'Passwords are not used here: `TOKEN_ENDPOINTS` is off.', type: 'HttpError' },
    },
  })
  @PostRoute('', HttpStatus.ACCEPTED)
  async request(@JsonBody(RecoveryRequest) { email }: RecoveryRequest, @Req() request: IncomingMessage): Promise<void> {
    const wait = await this.requests.count(this.addresses.addressOf(request));
    if (wait === 0) this.recovery.request(email, preferredLanguage(request));
  }

  @PublicRoute({
    summary: 'Sets another password by the link of a mail, and ends all log-ins and links of the user.',
    body: RecoveryConfirmation,
    answers: {
      204: { description: 'The password is set. The user logs in with it.' },
      ...bodyRefusals,
      404: { description: 'The link is void: `not_found`.', type: 'HttpError' },
      429: { description: 'Too many tries from this address: `throttled`.', type: 'HttpError', headers: RETRY_AFTER },
    },
  })
  @PostRoute('confirm/', HttpStatus.NO_CONTENT)
  async confirm(
    @JsonBody(RecoveryConfirmation) { token, password }: RecoveryConfirmation,
    @Req() request: IncomingMessage,
  ): Promise<void> {
    await this.confirmations.require(this.addresses.addressOf(request), 'Too many tries: wait a moment.');
    await this.recovery.confirm(token, password);
  }
}
