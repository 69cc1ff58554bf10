import { Injectable } from '@nestjs/common';
import { conflict, invalid } from '@parley/protocol';

import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import { OwnPasswordService } from '../../users/own-password.service.js';
import { LogInProofs } from '../log-ins/log-in-proofs.js';
import { LogInRecords } from '../log-ins/log-in-records.js';
import { PasswordAttempts } from '../log-ins/password-attempts.js';
import { SecondFactorsService } from './second-factors.service.js';

/** The user of an access token. */
export interface Requester {
  readonly userId: number;
  /** The log-in of the token; undefined for tokens of another issuer. */
  readonly family: string | undefined;
  /** Of the client, for the limits and the log. */
  readonly address: string;
}

/** A user proves in a log-in again to be present, for acts that ask for it within the next minutes. */
@Injectable()
export class ReauthenticationService {
  constructor(
    private readonly own: OwnPasswordService,
    private readonly attempts: PasswordAttempts,
    private readonly factors: SecondFactorsService,
    private readonly proofs: LogInProofs,
    private readonly records: LogInRecords,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @throws Refusal 4003 for a wrong password, 4005 for a user without a password or a token of another issuer
   * @throws ApiError 429 after too many wrong passwords
   */
  async byPassword(requester: Requester, password: string): Promise<void> {
    const family = logInOf(requester);
    const present = await this.own.find(requester.userId);
    const check = async (): Promise<true | undefined> => {
      if (await this.own.matches(present, password)) return true;
      await this.records.failed(requester.userId, requester.address);
      return undefined;
    };
    const limited = () => this.records.limited(requester.address);
    const attempt = { address: requester.address, username: present.usernameKey, limited };
    const isRight = await this.attempts.watch(attempt, check);
    if (!isRight) throw invalid({ password: ['The password is wrong.'] });
    await this.unitOfWork.transaction((work) => this.proofs.renew(work, requester.userId, family, false));
  }

  /**
   * By a code of the second factor or a recovery code, which also gives the log-in its second factor.
   * @throws Refusal 4005 for a token of another issuer
   * @throws ApiError 401 for a wrong code, 429 after too many
   */
  async byCode(requester: Requester, code: string): Promise<void> {
    const family = logInOf(requester);
    const { userId, address } = requester;
    await this.factors.use({ userId, code, address }, (work) => this.proofs.renew(work, userId, family, true));
  }
}

function logInOf({ family }: Requester): string {
  if (family === undefined) throw conflict('The token is of another issuer: log in there again.');
  return family;
}
