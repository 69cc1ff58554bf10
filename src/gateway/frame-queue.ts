import type { FrameHead } from './read-frame.js';

/** A frame as it came, or what is left of one that came too soon. */
export type Arrival = string | TooSoon;

export interface TooSoon {
  readonly head: FrameHead;
  /** Seconds until the next may come. */
  readonly retryAfter: number;
}

/** Stops and resumes reading from a peer. */
export interface Source {
  pause(): void;
  resume(): void;
}

/** Frames that may wait before the peer is no longer read from, and how many are left when it is again. */
const MOST_WAITING = 256;
const FEW_WAITING = 64;

/** The frames of one peer that wait for their turn. While many do, no more are read from it. */
export class FrameQueue {
  private readonly waiting: Arrival[] = [];
  private paused = false;

  constructor(private readonly source: Source) {}

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  get size(): number {
    return this.waiting.length;
  }

  add(arrival: Arrival): void {
    this.waiting.push(arrival);
    if (this.waiting.length < MOST_WAITING || this.paused) return;
    this.paused = true;
    this.source.pause();
  }

  next(): Arrival | undefined {
    const arrival = this.waiting.shift();
    this.resumeIfFew();
    return arrival;
  }

  clear(): void {
    this.waiting.length = 0;
    this.resumeIfFew();
  }

  private resumeIfFew(): void {
    if (!this.paused || this.waiting.length > FEW_WAITING) return;
    this.paused = false;
    this.source.resume();
  }
}
