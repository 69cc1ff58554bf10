import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { ApiKeysRepository } from './api-keys.repository.js';

const EVERY_MS = 10_000;

/** Records which keys were used on this node. They are written periodically, so that a request needs no statement. */
@Injectable()
export class KeyUses implements OnApplicationBootstrap, OnApplicationShutdown {
  private unwritten = new Set<string>();
  private readonly writing = new PeriodicTask(
    () => this.write(),
    new Logger(KeyUses.name),
    'Cannot record which API keys were used',
  );

  constructor(private readonly keys: ApiKeysRepository) {}

  onApplicationBootstrap(): void {
    this.writing.start(EVERY_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.writing.stop();
    await this.writing.runNow();
  }

  used(keyId: string): void {
    this.unwritten.add(keyId);
  }

  private async write(): Promise<void> {
    if (this.unwritten.size === 0) return;
    const ids = this.unwritten;
    this.unwritten = new Set();
    try {
      await this.keys.used([...ids]);
    } catch (error) {
      for (const id of ids) this.unwritten.add(id);
      throw error;
    }
  }
}
