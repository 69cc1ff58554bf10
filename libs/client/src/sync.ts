import type { SyncPage } from '@parley/protocol';

import type { Greeting } from './frames.js';
import type { Timing } from './options.js';
import { pauseAfter } from './pause.js';
import type { Answer, Requests } from './requests.js';
import type { RoomOrder } from './room-order.js';

/** Of a frame, for a room's id and number as JSON, and for the rest of the question. */
const BYTES_PER_ROOM = 36 + 2 + 1 + 16 + 1;
const BYTES_BESIDE = 256;
const MOST_ROOMS = 10_000;
const SMALLEST_FRAME = 65_536;

/** Asks for what was missed, until nothing is. */
export class Sync {
  private isUnderway = false;
  private failures = 0;
  private pausing: ReturnType<typeof setTimeout> | undefined;
  private limit = MOST_ROOMS;

  /** @param caughtUp told each time that nothing is missing */
  constructor(
    private readonly requests: Requests,
    private readonly order: RoomOrder,
    private readonly timing: Timing,
    private readonly caughtUp: () => void,
  ) {}

  /** On a new line. */
  opens({ meta }: Greeting): void {
    const bytes = meta.limits.max_frame_bytes ?? SMALLEST_FRAME;
    this.limit = Math.max(1, Math.min(MOST_ROOMS, Math.floor((bytes - BYTES_BESIDE) / BYTES_PER_ROOM)));
    this.failures = 0;
    this.begins();
  }

  begins(): void {
    if (this.isUnderway) return;
    this.isUnderway = true;
    this.asks();
  }

  closes(): void {
    clearTimeout(this.pausing);
    this.isUnderway = false;
    this.order.breaks();
  }

  private asks(): void {
    const rooms = this.order.syncBegins(this.limit);
    this.requests.ask('session.sync', Object.keys(rooms).length > 0 ? { rooms } : {}, {
      answered: (answer) => this.takes(answer),
      refused: ({ code, retryAfter }) => {
        if (code !== 'offline') this.asksAgain((retryAfter ?? 0) * 1_000);
      },
    });
  }

  private takes(answer: Answer): 'more' | 'done' {
    const page = (answer as { readonly data: SyncPage }).data;
    this.order.takes(page);
    if (!page.complete) return 'more';
    // Whoever was told of it may have closed the line.
    if (!this.isUnderway) return 'done';
    if (this.order.syncEnds()) {
      this.isUnderway = false;
      this.failures = 0;
      this.caughtUp();
    } else this.asksAgain(0);
    return 'done';
  }

  /** @param atLeast milliseconds */
  private asksAgain(atLeast: number): void {
    this.pausing = setTimeout(
      () => {
        this.asks();
      },
      Math.max(atLeast, pauseAfter(this.failures, this.timing)),
    );
    this.failures += 1;
  }
}
