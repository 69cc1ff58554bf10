import { Injectable } from '@nestjs/common';

import { LogInSettings } from './log-in.settings.js';
import { ApiError } from '../../../platform/http/api-error.js';
import { FailedLogIns } from './failed-log-ins.js';
import type { WatchedKey } from './failed-log-ins.js';
import { PasswordPace } from './password-pace.js';

export interface PasswordAttempt {
  /** Of the client. */
  readonly address: string;
  /** The unique form of the username. */
  readonly username: string;
  /** Records that the attempt was refused without a check. */
  readonly limited: () => Promise<void>;
}

/** Limits the guesses of a password. Guesses at a log-in and at a change of the password count together. */
@Injectable()
export class PasswordAttempts {
  constructor(
    private readonly failed: FailedLogIns,
    private readonly pace: PasswordPace,
    private readonly settings: LogInSettings,
  ) {}

  /**
   * @param check returns undefined if the password is wrong; not called once too many guesses have failed
   * @throws ApiError 429
   */
  async watch<Result>(
    { address, username, limited }: PasswordAttempt,
    check: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    try {
      return await this.failed.watch(this.keysOf(address, username), () => this.pace.run(username, check));
    } catch (error) {
      if (error instanceof ApiError) await limited();
      throw error;
    }
  }

  /**
   * A username is refused only to the address from which it failed, so that nobody can lock another user out. Failures
   * from other addresses slow it. An address is refused after failures of many usernames.
   */
  private keysOf(address: string, username: string): WatchedKey[] {
    const { failedLoginsPerMinute, failedLoginsPerAddress } = this.settings;
    return [
      { name: `address ${address}`, most: failedLoginsPerAddress },
      { name: `address ${address} username ${username}`, most: failedLoginsPerMinute },
      { name: `username ${username}`, most: Infinity, slowFrom: failedLoginsPerMinute },
    ];
  }
}
