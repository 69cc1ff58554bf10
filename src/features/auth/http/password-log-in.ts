import type { IncomingMessage } from 'node:http';

import { Injectable } from '@nestjs/common';

import type { TokenHolder } from '../../users/users.service.js';
import { LogInOrigins } from '../log-ins/log-in-origin.js';
import { LogInStepsService } from '../second-factor/log-in-steps.service.js';
import { TokenPairsService } from '../tokens/token-pairs.service.js';
import type { TokenPair } from '../tokens/token-pairs.service.js';
import { withGoodToken } from './good-token.js';

/** Logs in a user who has given the right password, or a new one. */
@Injectable()
export class PasswordLogIn {
  constructor(
    private readonly steps: LogInStepsService,
    private readonly pairs: TokenPairsService,
    private readonly origins: LogInOrigins,
  ) {}

  /** @throws ApiError 401 or 403 with a ticket if another step is required; 401 if the access of the user has changed */
  async begin(holder: TokenHolder, request: IncomingMessage): Promise<TokenPair> {
    const completed = await this.steps.afterPassword(holder);
    return withGoodToken(this.pairs.issue(completed, this.origins.of(request)));
  }
}
