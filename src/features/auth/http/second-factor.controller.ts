import type { IncomingMessage } from 'node:http';

import { Controller, Delete, Get, HttpCode, HttpStatus, Req, UseGuards } from '@nestjs/common';

import type { Work } from '../../../platform/database/unit-of-work.js';
import { JsonBody, PostRoute, TextField } from '../../../platform/http/body.js';
import { EnabledBy } from '../../../platform/http/enabled-by.js';
import { RemoteAddresses } from '../../../platform/http/remote-addresses.js';
import { bodyRefusals, PublicRoute, RETRY_AFTER } from '../../../platform/http/route-contract.js';
import type { RouteContract } from '../../../platform/http/route-contract.js';
import { requireFreshProof } from '../log-ins/log-in-proof.js';
import { LogInProofs } from '../log-ins/log-in-proofs.js';
import { SecondFactorStateService } from '../second-factor/second-factor-state.service.js';
import type { SecondFactorState } from '../second-factor/second-factor-state.service.js';
import { SecondFactorsService } from '../second-factor/second-factors.service.js';
import type { Enrolment } from '../second-factor/second-factors.service.js';
import { TokenSettings } from '../tokens/token.settings.js';
import { MAX_CODE_LENGTH } from './log-in-steps.controller.js';
import { CurrentUser, NO_FRESH_PROOF, UserGuard, userRefusals } from './user.guard.js';
import type { AuthenticatedUser } from './user.guard.js';

class CodeRequest {
  @TextField({ maxLength: MAX_CODE_LENGTH })
  code!: string;
}

/** The recovery codes of a new second factor. */
export interface RecoveryCodes {
  readonly recovery_codes: readonly string[];
}

const off: RouteContract['answers'] = {
  404: { description: 'Passwords are not used here: `TOKEN_ENDPOINTS` is off.', type: 'HttpError' },
};

const codeRefusals: RouteContract['answers'] = {
  ...bodyRefusals,
  413: { description: 'The body is over `MAX_FRAME_BYTES`.', type: 'HttpError' },
  401: {
    ...userRefusals[401],
    description:
      'The access token is missing or not valid: `token_not_valid`. Or the code is wrong or was used before: `second_factor_invalid`.',
  },
  ...off,
  429: {
    description: 'Too many codes of the user, or log-ins from this address, have failed: `throttled`.',
    type: 'HttpError',
    headers: RETRY_AFTER,
  },
};

/** The second factor of the user of an access token. */
@Controller('api/users/me/second-factor')
@EnabledBy(TokenSettings, ({ endpoints }) => endpoints)
@UseGuards(UserGuard)
export class SecondFactorController {
  constructor(
    private readonly factors: SecondFactorsService,
    private readonly states: SecondFactorStateService,
    private readonly proofs: LogInProofs,
    private readonly addresses: RemoteAddresses,
  ) {}

  @PublicRoute({
    summary: 'Shows whether the user has a second factor.',
    bearer: 'user',
    answers: {
      200: { description: 'The state of the second factor.', type: 'SecondFactorState' },
      ...userRefusals,
      ...off,
    },
  })
  @Get()
  show(@CurrentUser() { userId }: AuthenticatedUser): Promise<SecondFactorState> {
    return this.states.of(userId);
  }

  @PublicRoute({
    summary: 'Begins the enrolment of a second factor. Log-ins do not require it until it is confirmed.',
    bearer: 'user',
    answers: {
      200: { description: 'The secret, which is answered this once.', type: 'Enrolment' },
      ...userRefusals,
      403: NO_FRESH_PROOF,
      ...off,
      409: { description: 'The user has a second factor: `conflict`.', type: 'HttpError' },
    },
  })
  @PostRoute('')
  async enrol(@CurrentUser() { user, proof }: AuthenticatedUser): Promise<Enrolment> {
    requireFreshProof(proof);
    return this.factors.begin(user);
  }

  @PublicRoute({
    summary: 'Ends the enrolment of a second factor, by a code of it. From now on, log-ins by password require a code.',
    bearer: 'user',
    body: CodeRequest,
    answers: {
      200: { description: 'The recovery codes, which are answered this once.', type: 'RecoveryCodes' },
      ...codeRefusals,
      409: { description: 'There is no enrolment to confirm: `conflict`.', type: 'HttpError' },
    },
  })
  @PostRoute('confirm/')
  async confirm(
    @CurrentUser() { userId, family }: AuthenticatedUser,
    @JsonBody(CodeRequest) { code }: CodeRequest,
    @Req() request: IncomingMessage,
  ): Promise<RecoveryCodes> {
    const given = { userId, code, address: this.addresses.addressOf(request) };
    const renewed = async (work: Work): Promise<void> => {
      if (family !== undefined) await this.proofs.renew(work, userId, family, true);
    };
    return { recovery_codes: await this.factors.confirm(given, renewed) };
  }

  @PublicRoute({
    summary: 'Removes the second factor, by a code of it or a recovery code.',
    bearer: 'user',
    body: CodeRequest,
    answers: { 204: { description: 'The second factor is removed.' }, ...codeRefusals },
  })
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  remove(
    @CurrentUser() { userId }: AuthenticatedUser,
    @JsonBody(CodeRequest) { code }: CodeRequest,
    @Req() request: IncomingMessage,
  ): Promise<void> {
    return this.factors.remove({ userId, code, address: this.addresses.addressOf(request) });
  }
}
