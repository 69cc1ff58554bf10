import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';

import { inBatches } from '../../platform/async/in-batches.js';
import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { AuditStreamSettings } from './audit-stream.settings.js';
import { DatabasePulse } from '../../platform/database/pulse/database-pulse.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { appendLines } from './append-file.js';
import { AuditStreamsRepository, FILE_IS_BEHIND } from './audit-streams.repository.js';

/** The entries of one transaction. */
const BATCH = 500;

/**
 * Appends sealed entries of the audit log to `AUDIT_FILE`, one JSON object a line, in the order of the seals. The
 * stored position moves once the lines are on the disk: after a crash the last lines may be there twice.
 */
@Injectable()
export class AuditFile implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly path: string | undefined;
  private readonly writing = new PeriodicTask(
    () => this.write(),
    new Logger(AuditFile.name),
    'Cannot append to AUDIT_FILE, and try again',
  );
  private isStopping = false;

  constructor(
    settings: AuditStreamSettings,
    private readonly streams: AuditStreamsRepository,
    private readonly work: UnitOfWork,
    private readonly pulse: DatabasePulse,
  ) {
    this.path = settings.file;
  }

  onModuleInit(): void {
    if (this.path !== undefined) this.pulse.runWhen('audit_file', FILE_IS_BEHIND, this.writing);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.path !== undefined) await this.streams.create('file');
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.writing.stop();
  }

  private async write(): Promise<void> {
    await inBatches(
      BATCH,
      (most) => this.append(most),
      () => !this.isStopping,
    );
  }

  /** The file is local and written within the transaction, whose lock keeps the order if processes share the file. */
  private append(most: number): Promise<number> {
    return this.work.transaction(async ({ manager }) => {
      const stream = await this.streams.lock(manager, 'file');
      if (!stream || this.path === undefined) return 0;
      const entries = await this.streams.after(manager, stream.seq, most);
      const last = entries.at(-1);
      if (!last) return 0;
      await appendLines(
        this.path,
        entries.map((entry) => JSON.stringify(entry)),
      );
      await this.streams.move(manager, 'file', { seq: last.seq });
      return entries.length;
    });
  }
}
