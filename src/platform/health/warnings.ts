import { Injectable, Logger } from '@nestjs/common';

import { inTime } from '../async/timeout.js';

/** Something that an administrator should do, by its code, with details such as a number or an id. */
export interface Warning {
  readonly code: string;
  readonly [detail: string]: string | number;
}

/** Finds what is wrong now; each must be cheap, because every view of the overview asks it. */
export type WarningCheck = () => Promise<readonly Warning[]>;

/** A check that takes longer is not waited for. */
const TIMEOUT_MS = 2_000;
/** The most warnings of one check. */
const MOST_OF_CHECK = 20;

/** The warnings of the administration page. Each feature adds a check of its own, while the modules are initialised. */
@Injectable()
export class Warnings {
  private readonly log = new Logger('Warnings');
  private readonly checks = new Map<string, WarningCheck>();

  /** @param name of what it checks, such as `webhooks` */
  add(name: string, check: WarningCheck): void {
    this.checks.set(name, check);
  }

  /** Of all checks. One that fails or takes too long is a warning itself: nobody takes silence for health. */
  async find(): Promise<Warning[]> {
    const found = await Promise.all([...this.checks].map(([name, check]) => this.foundBy(name, check)));
    return found.flat();
  }

  private async foundBy(name: string, check: WarningCheck): Promise<readonly Warning[]> {
    const failed = [{ code: 'check_failed', check: name }];
    try {
      return (await inTime(TIMEOUT_MS, check()))?.slice(0, MOST_OF_CHECK) ?? failed;
    } catch (error) {
      this.log.error(`Cannot check ${name}`, error);
      return failed;
    }
  }
}
