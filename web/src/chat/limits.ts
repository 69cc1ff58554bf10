import type { Parley } from '@parley/client';
import { signal } from '@preact/signals';

const DEFAULT_ROOM_MENTION = 100;
const DEFAULT_CONTENT_LENGTH = 10_000;

interface FirstMeta {
  readonly limits?: Readonly<Record<string, number>>;
}

/** What the service limits for the user, and the interface depends on, from the first frame of each connection. */
export class Limits {
  /** The number of members of a group up to which every one of them may mention it. */
  roomMention = DEFAULT_ROOM_MENTION;
  /** The maximum of characters of a message. */
  readonly contentLength = signal(DEFAULT_CONTENT_LENGTH);

  constructor(parley: Parley) {
    parley.on('frame', ({ eventType, meta }) => {
      if (eventType !== 'chat.notifications') return;
      const { limits = {} } = meta as FirstMeta;
      this.roomMention = limits.max_room_mention ?? DEFAULT_ROOM_MENTION;
      this.contentLength.value = limits.max_content_length ?? DEFAULT_CONTENT_LENGTH;
    });
  }
}
