import type { SyncPage } from '@parley/protocol';

import type { InitialSnapshot } from './frames.js';
import { backoffDelay, retryDelay } from './options.js';
import type { Timing } from './options.js';
import type { Answer, Requests } from './requests.js';
import type { RoomSequencer } from './room-sequencer.js';

/** The size of a room's id and `seq` as JSON, and of the rest of the request frame. */
const BYTES_PER_ROOM = 36 + 2 + 1 + 16 + 1;
const BYTES_OVERHEAD = 256;
const MAX_ROOMS = 10_000;
const MIN_FRAME_BYTES = 65_536;

interface SyncAnswer {
  readonly data: SyncPage;
  /** Undefined from an earlier version of the service. */
  readonly meta?: { readonly epoch?: string };
}

/** The further fields of a request. @param meta of the first frame of the connection */
export type SyncFields = (meta: InitialSnapshot['meta']) => object;

/** Fetches missed changes until the client is up to date. */
export class Sync {
  private isRunning = false;
  private failures = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private limit = MAX_ROOMS;
  /**
   * The epoch of the positions: a service whose database went back begins a new one, and resets the rooms of which this
   * client has changes that the service has lost.
   */
  epoch: string | undefined;
  /** The fields of each sync request besides the rooms. */
  readonly more: SyncFields[] = [];
  private meta: InitialSnapshot['meta'] | undefined;

  /** @param onSynchronized called each time the client is up to date */
  constructor(
    private readonly requests: Requests,
    private readonly sequencer: RoomSequencer,
    private readonly timing: Timing,
    private readonly onSynchronized: () => void,
  ) {}

  /** A new connection is open. */
  open({ meta }: InitialSnapshot): void {
    this.meta = meta;
    const bytes = meta.limits.max_frame_bytes ?? MIN_FRAME_BYTES;
    this.limit = Math.max(1, Math.min(MAX_ROOMS, Math.floor((bytes - BYTES_OVERHEAD) / BYTES_PER_ROOM)));
    this.failures = 0;
    this.start();
  }

  start(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    this.requestSync();
  }

  close(): void {
    clearTimeout(this.retryTimer);
    this.isRunning = false;
    this.sequencer.abortSync();
  }

  private requestSync(): void {
    const rooms = this.sequencer.beginSync(this.limit);
    const { epoch } = this;
    const request = Object.assign({ rooms, epoch }, ...this.more.map((each) => this.meta && each(this.meta))) as object;
    this.requests.send('session.sync', request, {
      onAnswer: (answer) => this.receive(answer),
      onError: (error) => {
        if (error.code !== 'offline') this.retry(retryDelay(this.failures, this.timing, error));
      },
    });
  }

  /** @returns whether further pages follow */
  private receive(answer: Answer): boolean {
    const { data: page, meta } = answer as SyncAnswer;
    this.sequencer.receivePage(page);
    if (!page.complete) return true;
    this.epoch = meta?.epoch;
    // A handler of the application may have closed the connection.
    if (!this.isRunning) return false;
    if (this.sequencer.endSync()) {
      this.isRunning = false;
      this.failures = 0;
      this.onSynchronized();
    } else this.retry(backoffDelay(this.failures, this.timing));
    return false;
  }

  private retry(delayMs: number): void {
    this.retryTimer = setTimeout(() => this.requestSync(), delayMs);
    this.failures += 1;
  }
}
