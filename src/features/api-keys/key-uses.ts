import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { WriteBehind } from '../../platform/async/write-behind.js';
import { ApiKeysRepository } from './api-keys.repository.js';

const EVERY_MS = 10_000;

/** Records which keys were used on this node. They are written periodically, so that a request needs no statement. */
@Injectable()
export class KeyUses implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly uses: WriteBehind<string, true>;

  constructor(keys: ApiKeysRepository) {
    this.uses = new WriteBehind({
      merge: () => true,
      write: (uses) => keys.used([...uses.keys()]),
      log: new Logger(KeyUses.name),
      failure: 'Cannot record which API keys were used',
    });
  }

  onApplicationBootstrap(): void {
    this.uses.start(EVERY_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.uses.stop();
  }

  used(keyId: string): void {
    this.uses.add(keyId, true);
  }
}
