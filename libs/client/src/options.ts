import type { SocketConstructor } from './socket.js';
import type { Storage } from './storage.js';

/** Milliseconds. */
export interface Timing {
  /** The first pause before coming back; each further one is up to twice as long. Default 500. */
  readonly shortestPause: number;
  /** Default 30,000. */
  readonly longestPause: number;
  /** How long a line may say nothing after it was asked for a sign of life, or for its first frame. Default 20,000. */
  readonly patience: number;
  /** The longest time between two signs of life, where the service asks for fewer. Default 30,000. */
  readonly longestSilence: number;
}

export interface ParleyOptions {
  /** Of the socket: `wss://chat.example.com/messaging/`. */
  readonly url: string;
  /**
   * An access token. Asked for before each connection, and before the one in use expires.
   * @param refused the token that the service let in no more, or that is about to expire: another one is wanted
   * @returns null: there is none any more, and the client stops. What is thrown is told as an `error`, and tried again
   */
  readonly token: (refused?: string) => Promise<string | null>;
  /** Where positions and unsent messages are kept. Default: in memory. */
  readonly storage?: Storage;
  /** Where the platform has none, as Node before 22. */
  readonly WebSocket?: SocketConstructor;
  readonly timing?: Partial<Timing>;
}

export const TIMING: Timing = { shortestPause: 500, longestPause: 30_000, patience: 20_000, longestSilence: 30_000 };
