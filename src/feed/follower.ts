import type { ServerEvent } from '@parley/protocol';

import type { Work } from '../database/index.js';

/** A lasting change of a room, without restricted parts: they are null. */
export interface FeedNews {
  readonly roomId: string;
  /** Its number in the room's log, of which the end of the room has the last. */
  readonly seq: number;
  /** What those in the room heard, told as it is now; the end of a room, as `roomdelete.dispatch`. */
  readonly frame: ServerEvent;
}

/** A feature that follows what is said in all rooms, for somebody outside. */
export interface FeedFollower {
  /** At most 40 characters. It stands in the database while there is something to follow for. */
  readonly name: string;
  /**
   * Writes down what is to be done about the news, and does none of it: the transaction is that in which the news is
   * taken from the feed, so what is written through it is written exactly once. What it throws keeps the feed waiting.
   * @param news in the order of the numbers, within each room
   */
  follow(work: Work, news: readonly FeedNews[]): Promise<void>;
}
