import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { Config } from '../../platform/config/config.js';
import { StallRounds } from '../../platform/http/stall-rounds.js';
import { OpenSockets } from './open-sockets.js';
import type { OpenSocket } from './open-sockets.js';

/** Closes connections that take no byte of what waits for them for `STALLED_READER_SECONDS`. */
@Injectable()
export class StalledReaders implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly rounds = new StallRounds<OpenSocket>(({ connection }) => connection.taken);
  private readonly checks = new PeriodicTask(
    () => {
      this.check();
      return Promise.resolve();
    },
    new Logger(StalledReaders.name),
    'Cannot find connections that read nothing',
  );

  constructor(
    private readonly sockets: OpenSockets,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.checks.start(StallRounds.everyMs(this.config.sockets.stalledReaderSeconds));
  }

  onApplicationShutdown(): Promise<void> {
    return this.checks.stop();
  }

  /** One round. */
  check(): void {
    for (const { connection } of this.rounds.next(this.sockets.all())) connection.hasStalled();
  }
}
