import type { Parley } from '@parley/client';

const DEFAULT_ROOM_MENTION = 100;

/** Limits of the service that the interface depends on, from the first frame of each connection. */
export class Limits {
  /** The number of members of a group up to which every one of them may mention it. */
  roomMention = DEFAULT_ROOM_MENTION;

  constructor(parley: Parley) {
    parley.on('frame', ({ eventType, meta }) => {
      if (eventType !== 'chat.notifications') return;
      const { max_room_mention: most } = (meta as { readonly limits?: Readonly<Record<string, number>> }).limits ?? {};
      this.roomMention = most ?? DEFAULT_ROOM_MENTION;
    });
  }
}
