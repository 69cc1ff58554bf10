import { Injectable } from '@nestjs/common';

import type { Work } from '../../platform/database/unit-of-work.js';
import type { Audience } from './pushed-messages.js';

/** What reaches people in another way than push, such as mail. */
export interface AudienceListener {
  readonly isOn: boolean;
  /** Called with the audiences of some messages, in the transaction that has resolved them. */
  resolved(manager: Work['manager'], audiences: readonly Audience[]): Promise<void>;
}

/** Tells others whom new messages concern. They know push, not the other way round, so they register at the start. */
@Injectable()
export class MessageAudiences {
  private readonly listeners: AudienceListener[] = [];

  add(listener: AudienceListener): void {
    this.listeners.push(listener);
  }

  get areWanted(): boolean {
    return this.listeners.some(({ isOn }) => isOn);
  }

  async resolved(manager: Work['manager'], audiences: readonly Audience[]): Promise<void> {
    for (const listener of this.listeners) if (listener.isOn) await listener.resolved(manager, audiences);
  }
}
