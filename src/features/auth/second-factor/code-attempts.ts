import { HttpStatus, Injectable } from '@nestjs/common';

import { LogInSettings } from '../log-ins/log-in.settings.js';
import { ApiError } from '../../../platform/http/api-error.js';
import { FailedLogIns } from '../log-ins/failed-log-ins.js';
import type { AttemptKey } from '../log-ins/log-in-attempts.js';
import { LogInRecords } from '../log-ins/log-in-records.js';
import { LogInsRepository } from '../log-ins/log-ins.repository.js';

/**
 * Wrong codes of one user from which on further codes are refused. Somebody who knows the password guesses 50 codes a
 * day, of which three in a million are right at any moment.
 */
const LIMITS = [
  { most: 5, seconds: 60 },
  { most: 20, seconds: 3_600 },
  { most: 50, seconds: 86_400 },
];

const TOO_MANY_REQUESTS: number = HttpStatus.TOO_MANY_REQUESTS;
const TOO_MANY = 'Too many codes were wrong. Try again later.';

/**
 * Limits the guesses of a code. Unlike a password, a code is refused to all addresses together after failures: only
 * somebody who knows the password can cause them, and a code has but six digits. An address from which the user has
 * logged in counts by itself, so that guesses from elsewhere do not lock the user out. For the address they count as
 * failed log-ins.
 */
@Injectable()
export class CodeAttempts {
  constructor(
    private readonly failed: FailedLogIns,
    private readonly logIns: LogInsRepository,
    private readonly records: LogInRecords,
    private readonly settings: LogInSettings,
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
      { name: `address ${address}`, most: this.settings.failedLoginsPerAddress },
      ...(await this.limitsOf(userId, address)),
    ];
    try {
      return await this.failed.watch(keys, () => this.recorded(userId, address, check), TOO_MANY);
    } catch (error) {
      if (error instanceof ApiError && error.getStatus() === TOO_MANY_REQUESTS)
        await this.records.codesLimited(address);
      throw error;
    }
  }

  private async limitsOf(userId: number, address: string): Promise<AttemptKey[]> {
    const place = (await this.logIns.hasFrom(userId, address)) ? ` address ${address}` : '';
    return LIMITS.map(({ most, seconds }) => {
      return { name: `second factor ${String(userId)}${place} in ${String(seconds)} s`, most, seconds };
    });
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
