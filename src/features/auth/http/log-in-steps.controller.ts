import type { IncomingMessage, ServerResponse } from 'node:http';

import { All, Controller, HttpStatus, Req, Res } from '@nestjs/common';
import { Optional } from '@parley/realtime/requests';

import { ApiError } from '../../../platform/http/api-error.js';
import { JsonBody, PostRoute, TextField } from '../../../platform/http/body.js';
import { EnabledBy } from '../../../platform/http/enabled-by.js';
import { RemoteAddresses } from '../../../platform/http/remote-addresses.js';
import { bodyRefusals, PublicRoute, RETRY_AFTER } from '../../../platform/http/route-contract.js';
import type { RouteContract } from '../../../platform/http/route-contract.js';
import { LogInOrigins } from '../log-ins/log-in-origin.js';
import { LogInStepsService } from '../second-factor/log-in-steps.service.js';
import type { RequiredEnrolment } from '../second-factor/log-in-steps.service.js';
import type { Enrolment } from '../second-factor/second-factors.service.js';
import { TokenPairsService } from '../tokens/token-pairs.service.js';
import type { TokenPair } from '../tokens/token-pairs.service.js';
import { TokenSettings } from '../tokens/token.settings.js';
import { withGoodToken } from './good-token.js';

const MAX_TICKET_LENGTH = 4_096;
export const MAX_CODE_LENGTH = 64;

class TicketRequest {
  @TextField({ maxLength: MAX_TICKET_LENGTH })
  ticket!: string;
}

class TicketCodeRequest extends TicketRequest {
  @TextField({ maxLength: MAX_CODE_LENGTH })
  code!: string;
}

/** With a code, if the ticket requires one. */
export class ContinueRequest extends TicketRequest {
  @Optional()
  @TextField({ maxLength: MAX_CODE_LENGTH })
  code?: string;
}

const refusals: RouteContract['answers'] = {
  ...bodyRefusals,
  401: {
    description:
      'The ticket is invalid, used or expired: `ticket_not_valid`. Or the code is wrong or was used before: `second_factor_invalid`.',
    type: 'HttpError',
  },
  404: { description: 'Tokens are not issued here: `TOKEN_ENDPOINTS` is off.', type: 'HttpError' },
};

const limited: RouteContract['answers'] = {
  429: {
    description: 'Too many codes of the user, or log-ins from this address, have failed: `throttled`.',
    type: 'HttpError',
    headers: RETRY_AFTER,
  },
};

@Controller('api/token')
@EnabledBy(TokenSettings, ({ endpoints }) => endpoints)
export class LogInStepsController {
  constructor(
    private readonly steps: LogInStepsService,
    private readonly pairs: TokenPairsService,
    private readonly origins: LogInOrigins,
    private readonly addresses: RemoteAddresses,
  ) {}

  @PublicRoute({
    summary: 'Continues a log-in by its ticket, with a code of the second factor if the ticket requires one.',
    body: ContinueRequest,
    answers: { 200: { description: 'Logged in.', type: 'TokenPair' }, ...refusals, ...limited },
  })
  @PostRoute('second-factor/')
  async continue(
    @JsonBody(ContinueRequest) { ticket, code }: ContinueRequest,
    @Req() request: IncomingMessage,
  ): Promise<TokenPair> {
    const completed = await this.steps.continue(ticket, code, this.addresses.addressOf(request));
    return withGoodToken(this.pairs.issue(completed, this.origins.of(request)));
  }

  @PublicRoute({
    summary: 'Begins the enrolment of a second factor that a log-in requires.',
    body: TicketRequest,
    answers: {
      200: { description: 'The secret, which is answered this once.', type: 'Enrolment' },
      ...refusals,
      409: { description: 'The user has a second factor: `conflict`.', type: 'HttpError' },
    },
  })
  @PostRoute('enrolment/')
  enrol(@JsonBody(TicketRequest) { ticket }: TicketRequest): Promise<Enrolment> {
    return this.steps.beginEnrolment(ticket);
  }

  @PublicRoute({
    summary: 'Ends the enrolment of a second factor that a log-in requires, by a code of it.',
    body: TicketCodeRequest,
    answers: {
      200: {
        description:
          'The recovery codes, which are answered this once, and a `ticket` for `/api/token/second-factor/`.',
        type: 'RequiredEnrolment',
      },
      ...refusals,
      ...limited,
      409: { description: 'There is no enrolment to confirm: `conflict`.', type: 'HttpError' },
    },
  })
  @PostRoute('enrolment/confirm/')
  confirm(
    @JsonBody(TicketCodeRequest) { ticket, code }: TicketCodeRequest,
    @Req() request: IncomingMessage,
  ): Promise<RequiredEnrolment> {
    return this.steps.confirmEnrolment(ticket, code, this.addresses.addressOf(request));
  }

  @All(['second-factor', 'enrolment', 'enrolment/confirm'])
  otherMethod(@Res({ passthrough: true }) response: ServerResponse): never {
    response.setHeader('Allow', 'POST');
    throw new ApiError(HttpStatus.METHOD_NOT_ALLOWED, 'Only POST is allowed here.', 'method_not_allowed');
  }
}
