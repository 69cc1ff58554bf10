import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';

import { backlogGauge, MOST_COUNTED } from '../../platform/metrics/backlog-gauge.js';
import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';
import { ExpiredUploadsRepository } from './removal/expired-uploads.repository.js';
import { StoreUnavailable } from './store/file-store.js';
import { UPLOAD_FAULTS, UploadRefused } from './upload-refused.js';
import { UploadsRepository } from './uploads.repository.js';

/** Metrics of files: their bytes, what becomes of uploads, and what waits. */
@Injectable()
export class UploadMetrics {
  private readonly receivedBytes: Counter;
  private readonly servedBytes: Counter;
  private readonly uploads: Counter<'outcome'>;
  private readonly refusals: Counter<'reason'>;
  private readonly storeFailures: Counter;
  private readonly pictures: Gauge;

  constructor(registry: MetricsRegistry, expired: ExpiredUploadsRepository, repository: UploadsRepository) {
    const registers = [registry];
    this.receivedBytes = new Counter({
      name: 'parley_upload_bytes_total',
      help: 'Bytes of uploads that this process has received.',
      registers,
    });
    this.servedBytes = new Counter({
      name: 'parley_file_bytes_total',
      help: 'Bytes of files that this process has sent to readers.',
      registers,
    });
    this.uploads = new Counter({
      name: 'parley_uploads_total',
      help: 'Uploads by outcome: created, completed (checked and stored).',
      labelNames: ['outcome'],
      registers,
    });
    this.refusals = new Counter({
      name: 'parley_uploads_refused_total',
      help: 'Requests of uploads that were refused, by reason.',
      labelNames: ['reason'],
      registers,
    });
    this.storeFailures = new Counter({
      name: 'parley_store_failures_total',
      help: 'Requests of files that failed because the store of files did.',
      registers,
    });
    this.pictures = new Gauge({
      name: 'parley_pictures_waiting',
      help: 'Pictures of uploads that are being rewritten, or wait for it.',
      registers,
    });
    const help = 'Uploads whose bytes are to be deleted, in the whole deployment; counted to 10000.';
    backlogGauge(registry, 'parley_uploads_removing', help, () => expired.count(MOST_COUNTED));
    const stored = 'Bytes of all files, each rounded up to 4 KiB, in the whole deployment.';
    backlogGauge(registry, 'parley_files_stored_bytes', stored, () => repository.usedBytes());
    for (const outcome of ['created', 'completed']) this.uploads.inc({ outcome }, 0);
    for (const reason of UPLOAD_FAULTS) this.refusals.inc({ reason }, 0);
  }

  created(): void {
    this.uploads.inc({ outcome: 'created' });
  }

  completed(): void {
    this.uploads.inc({ outcome: 'completed' });
  }

  received(bytes: number): void {
    this.receivedBytes.inc(bytes);
  }

  served(bytes: number): void {
    this.servedBytes.inc(bytes);
  }

  /** Counts a refusal of the work of a request, and a failure of the store. */
  async countingFailures<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof UploadRefused) this.refusals.inc({ reason: error.fault });
      if (error instanceof StoreUnavailable) this.storeFailures.inc();
      throw error;
    }
  }

  /** Counts a picture while its work lasts. */
  async countingPicture<Result>(work: () => Promise<Result>): Promise<Result> {
    this.pictures.inc();
    try {
      return await work();
    } finally {
      this.pictures.dec();
    }
  }
}
