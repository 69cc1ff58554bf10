import { Injectable } from '@nestjs/common';

import type { Work } from '../../platform/database/unit-of-work.js';

/** Is told that the password of a user is set, in the transaction that sets it. */
export type PasswordListener = (work: Work, userId: number) => Promise<void>;

/** What other features do when the password of a user is set, by whomever. */
@Injectable()
export class PasswordListeners {
  private readonly listeners: PasswordListener[] = [];

  /** Called while the modules are initialised. */
  add(listener: PasswordListener): void {
    this.listeners.push(listener);
  }

  async tell(work: Work, userId: number): Promise<void> {
    for (const listener of this.listeners) await listener(work, userId);
  }
}
