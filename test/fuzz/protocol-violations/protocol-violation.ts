import type { Chance } from '../chance.js';

/** The address and the credentials for a protocol violation. */
export interface ViolationTarget {
  readonly url: string;
  readonly token: string;
  readonly chance: Chance;
}

/** One protocol violation, from the opening of a socket to its end. */
export interface ProtocolViolation {
  readonly name: string;
  /** @throws Error if the service does not answer as it must */
  readonly run: (target: ViolationTarget) => Promise<void>;
}
