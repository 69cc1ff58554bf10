import type { Work } from '../database/index.js';

/** Somebody who would be notified. */
export interface Recipient {
  readonly id: number;
  readonly username: string;
}

/** Members of a room to whom one message is to be brought, by whatever way there is. */
export interface PushRequest {
  readonly roomId: string;
  readonly messageId: string;
  readonly seq: number;
  /** Some of them, where they are many: then there are several requests. */
  readonly recipients: readonly Recipient[];
}

/** Whoever brings pushes elsewhere than to browsers: to telephones, by services of their makers. */
export abstract class PushOutlet {
  /**
   * Whether anybody is there to bring them.
   * @param manager the transaction that is open, if one is
   */
  abstract isWanted(manager?: Work['manager']): Promise<boolean>;

  /** @param manager the transaction in which it is decided that these are not reached otherwise */
  abstract request(manager: Work['manager'], requests: readonly PushRequest[]): Promise<void>;
}
