import { HttpStatus, Injectable } from '@nestjs/common';

import { Config } from '../../platform/config/config.js';
import { ApiError } from '../../platform/http/api-error.js';
import { FailedLogIns } from '../log-ins/failed-log-ins.js';
import { LogInRecords } from '../log-ins/log-in-records.js';

/** Wrong codes of one user in a minute, from all addresses, from which on further codes are refused. */
const MOST_WRONG_CODES = 5;

const TOO_MANY_REQUESTS: number = HttpStatus.TOO_MANY_REQUESTS;
const TOO_MANY = 'Too many codes were wrong. Try again later.';

/**
 * Limits the guesses of a code. Unlike a password, a code is refused to all addresses after failures: only somebody who
 * knows the password can cause them, and a code has but six digits. For the address they count as failed log-ins.
 */
@Injectable()
export class CodeAttempts {
  constructor(
    private readonly failed: FailedLogIns,
    private readonly records: LogInRecords,
    private readonly config: Config,
  ) {}

  /**
   * @param check whether the code is right; not called once too many were wrong
   * @throws ApiError 429
   */
  async watch<Result>(
    userId: number,
    address: string,
    check: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    const keys = [
      { name: `address ${address}`, most: this.config.tokens.failedLoginsPerAddress },
      { name: `second factor ${String(userId)}`, most: MOST_WRONG_CODES },
    ];
    try {
      return await this.failed.watch(keys, () => this.recorded(userId, address, check), TOO_MANY);
    } catch (error) {
      if (error instanceof ApiError && error.getStatus() === TOO_MANY_REQUESTS)
        await this.records.codesLimited(address);
      throw error;
    }
  }

  private async recorded<Result>(
    userId: number,
    address: string,
    check: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    const result = await check();
    if (result === undefined) await this.records.codeFailed(userId, address);
    else this.records.codeAccepted();
    return result;
  }
}
