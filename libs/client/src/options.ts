import type { SocketConstructor } from './socket.js';
import type { Storage } from './storage.js';

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

export const DEFAULT_TIMING: Timing = {
  minReconnectDelay: 500,
  maxReconnectDelay: 30_000,
  responseTimeout: 20_000,
  maxHeartbeatInterval: 30_000,
};
