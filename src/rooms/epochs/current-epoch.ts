import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { Signals } from '../../platform/cluster-signals/signals.js';
import { epochBegan, EpochsService } from './epochs.service.js';

/** The epoch that this process serves. */
@Injectable()
export class CurrentEpoch implements OnModuleInit {
  private readonly log = new Logger('Epoch');
  private present = '';
  private changed: () => void = () => undefined;

  constructor(
    private readonly epochs: EpochsService,
    private readonly signals: Signals,
  ) {}

  /** Its id, a UUID in lower case. */
  get id(): string {
    return this.present;
  }

  /** @param changed called when another epoch has begun */
  onChange(changed: () => void): void {
    this.changed = changed;
  }

  async onModuleInit(): Promise<void> {
    this.present = (await this.epochs.present()).id;
    this.signals.on(epochBegan, ({ epochId }) => {
      if (epochId === this.present) return;
      this.present = epochId;
      this.log.warn(`Epoch ${epochId} has begun: closing all connections, whose clients sync`);
      this.changed();
    });
  }
}
