import type { Chance } from '../chance.js';

/** Where somebody who is rude finds the service, and what to come in with. */
export interface Doorstep {
  readonly url: string;
  readonly token: string;
  readonly chance: Chance;
}

/** One way to be rude, from the opening of a socket to its end. */
export interface Rudeness {
  readonly name: string;
  /** @throws Error if the service does not answer as it must */
  readonly happens: (doorstep: Doorstep) => Promise<void>;
}
