import { isOutage } from './codes.js';
import type { ParleyError } from './parley-error.js';
import type { Storage } from './storage.js';

export interface ParleyOptions {
  /** The address of the socket: `wss://chat.example.com/messaging/`. */
  readonly url: string;
  /**
   * Returns an access token. Called before each connection, and before the current token expires.
   * @param rejected the token that the service rejected, or that is about to expire: return another one
   * @returns null when there is no token: the client stops. A rejection is emitted as an `error`, and retried
   */
  readonly token: (rejected?: string) => Promise<string | null>;
  /** Stores positions and unsent messages. Default: in memory. */
  readonly storage?: Storage;
  /** Required on platforms without a WebSocket, such as Node before 22. */
  readonly WebSocket?: SocketConstructor;
  readonly timing?: Partial<Timing>;
}

/** The part of a WebSocket that the client uses: of a browser, of Node 22 and later, or of the package `ws`. */
export interface Socket {
  send(text: string): void;
  close(code?: number, reason?: string): void;
  // oxlint-disable-next-line typescript/no-explicit-any -- Each platform has its own event types.
  addEventListener(type: 'message' | 'close' | 'error', listener: (event: any) => void): void;
}

export type SocketConstructor = new (url: string, protocols: string[]) => Socket;

/** @throws Error when the platform has none and none was given */
export function socketConstructor(given: SocketConstructor | undefined): SocketConstructor {
  const found = given ?? (globalThis as { WebSocket?: SocketConstructor }).WebSocket;
  if (!found) throw new Error('There is no `WebSocket`: pass one, as the package ws has.');
  return found;
}

/** Milliseconds. */
export interface Timing {
  /** The delay before the first reconnection; each further delay is up to twice as long. Default 500. */
  readonly minReconnectDelay: number;
  /** Default 30,000. */
  readonly maxReconnectDelay: number;
  /** How long a connection may stay silent after a heartbeat, or before its first frame. Default 20,000. */
  readonly responseTimeout: number;
  /** The longest time between two heartbeats, if the service asks for fewer. Default 30,000. */
  readonly maxHeartbeatInterval: number;
}

export const DEFAULT_TIMING: Timing = {
  minReconnectDelay: 500,
  maxReconnectDelay: 30_000,
  responseTimeout: 20_000,
  maxHeartbeatInterval: 30_000,
};

/**
 * Milliseconds before a refused request is repeated. During an outage, which `retryAfter` with a server error
 * announces, the delay grows with each refusal.
 * @param failures the number of failed attempts before this one
 * @param refusal with `retryAfter` in seconds
 */
export function retryDelay(
  failures: number,
  timing: Timing,
  refusal: Pick<ParleyError, 'code' | 'retryAfter'>,
): number {
  const [least, backoff] = [(refusal.retryAfter ?? 0) * 1_000, backoffDelay(failures, timing)];
  return isOutage(refusal) ? least + backoff : Math.max(least, backoff);
}

/**
 * Milliseconds before the next attempt. The delay doubles with each failure up to the maximum, and half of it is
 * random, so that clients that were disconnected together do not reconnect together.
 * @param failures the number of failed attempts before this one
 */
export function backoffDelay(
  failures: number,
  { minReconnectDelay: shortestPause, maxReconnectDelay: longestPause }: Timing,
  random = Math.random,
): number {
  const longest = Math.min(longestPause, shortestPause * 2 ** Math.min(failures, 30));
  return longest / 2 + (random() * longest) / 2;
}
