import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { WriteBehind } from '../../platform/async/write-behind.js';
import { LastSeenRepository } from './presence.repository.js';

const FLUSH_MS = 1_000;

/**
 * The times at which users and log-ins were last seen, collected when their connections close, and written in batches.
 */
@Injectable()
export class LastSeen implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly users: WriteBehind<number, Date>;
  private readonly logIns: WriteBehind<string, Date>;

  constructor(repository: LastSeenRepository) {
    this.users = latestMoments('users', (moments) => repository.seen(moments));
    this.logIns = latestMoments('log-ins', (moments) => repository.logInsSeen(moments));
  }

  /** @param logIn undefined: the token of the connection is of another issuer */
  record(userId: number, logIn: string | undefined, seenAt: Date): void {
    this.users.add(userId, seenAt);
    if (logIn !== undefined) this.logIns.add(logIn, seenAt);
  }

  onApplicationBootstrap(): void {
    this.users.start(FLUSH_MS);
    this.logIns.start(FLUSH_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.users.stop();
    await this.logIns.stop();
  }
}

const latestMoments = <Key>(
  name: string,
  write: (moments: ReadonlyMap<Key, Date>) => Promise<void>,
): WriteBehind<Key, Date> =>
  new WriteBehind({
    merge: (known, added) => (known < added ? added : known),
    write,
    log: new Logger(LastSeen.name),
    failure: `Cannot write when ${name} were last seen`,
  });
