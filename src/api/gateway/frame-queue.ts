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

/** The bounds at which reading from the peer stops: frames, and UTF-16 code units of their texts. */
const MOST_QUEUED = { frames: 256, length: 131_072 };
/** The bounds below which it resumes. */
const FEW_QUEUED = { frames: 64, length: 32_768 };

/**
 * The frames of one peer that have not started. While they are many or long, nothing is read from the peer. So a peer
 * occupies only a bounded part of a turn of the event loop, and of the memory.
 */
export class FrameQueue {
  private readonly frames: QueuedFrame[] = [];
  /** Of all queued frames. */
  private length = 0;
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
    this.length += lengthOf(frame);
    if (this.paused || (this.frames.length < MOST_QUEUED.frames && this.length < MOST_QUEUED.length)) return;
    this.paused = true;
    this.source.pause();
  }

  next(): QueuedFrame | undefined {
    // An array that is emptied by shift() would keep the memory of 17 elements.
    const frame = this.frames.length === 1 ? this.frames.pop() : this.frames.shift();
    if (frame !== undefined) this.length -= lengthOf(frame);
    this.resumeIfFew();
    return frame;
  }

  clear(): void {
    this.frames.length = 0;
    this.length = 0;
    this.resumeIfFew();
  }

  private resumeIfFew(): void {
    if (!this.paused || this.frames.length > FEW_QUEUED.frames || this.length > FEW_QUEUED.length) return;
    this.paused = false;
    this.source.resume();
  }
}

const lengthOf = (frame: QueuedFrame): number => (typeof frame === 'string' ? frame.length : 0);
