import type { TooFast } from './event-rate.js';
import type { FrameHead } from './read-frame.js';

/** A frame as it arrived, or the head of one that exceeded the event limit. */
export type QueuedFrame = string | TooSoon;

export interface TooSoon {
  readonly head: FrameHead;
  readonly tooFast: TooFast;
}

/** Stops and resumes reading from a peer. */
export interface Source {
  pause(): void;
  resume(): void;
}

/** The length of the queue at which reading from the peer stops, and the length at which it resumes. */
const MOST_QUEUED = 256;
const FEW_QUEUED = 64;

/** The frames of one peer that have not started. While the queue is long, nothing is read from the peer. */
export class FrameQueue {
  private readonly frames: QueuedFrame[] = [];
  private paused = false;

  constructor(private readonly source: Source) {}

  get isEmpty(): boolean {
    return this.frames.length === 0;
  }

  get size(): number {
    return this.frames.length;
  }

  add(frame: QueuedFrame): void {
    this.frames.push(frame);
    if (this.frames.length < MOST_QUEUED || this.paused) return;
    this.paused = true;
    this.source.pause();
  }

  next(): QueuedFrame | undefined {
    const frame = this.frames.shift();
    this.resumeIfFew();
    return frame;
  }

  clear(): void {
    this.frames.length = 0;
    this.resumeIfFew();
  }

  private resumeIfFew(): void {
    if (!this.paused || this.frames.length > FEW_QUEUED) return;
    this.paused = false;
    this.source.resume();
  }
}
