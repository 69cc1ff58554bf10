import type { ServerEvents } from '@parley/protocol';

import type { Parley } from '../parley.js';

/** The nickname of a member as it is now; null: there is none. */
export type NicknameChange = ServerEvents['membernickname.dispatch'];

/**
 * The nicknames of members, each in one room. The list of members has them (`room.members`). Without a connection every
 * request is refused with `offline`, and none is repeated.
 */
export class Nicknames {
  constructor(private readonly chat: Pick<Parley, 'ask' | 'on'>) {}

  /**
   * Sets the nickname of the user in a room. If it is the present one it changes nothing.
   * @param nickname one line of 1 to 50 characters
   * @throws ParleyError 4003 for another text, or one that the moderation refuses, 4002 when the user is muted there or
   *   the chat is closed
   */
  async set(roomId: string, nickname: string): Promise<void> {
    await this.chat.ask('member.nickname', { room_id: roomId, nickname });
  }

  /**
   * Removes the nickname of the user in a room, or as a leader of it that of another member.
   * @throws ParleyError 4002 when the user does not lead the room, or the member is its creator, 4003 for a user who is
   *   no member
   */
  async remove(roomId: string, userId?: number): Promise<void> {
    const member = userId === undefined ? {} : { user_id: userId };
    await this.chat.ask('member.nickname', { room_id: roomId, nickname: '', ...member });
  }

  /**
   * Changes by any member and from any device, as they arrive. Those that were missed without a connection come as a
   * `room` event: then the list of members has them.
   * @returns a function that removes the handler
   */
  onChange(roomId: string, handler: (change: NicknameChange) => void): () => void {
    return this.chat.on('frame', ({ eventType, data }) => {
      const change = data as NicknameChange;
      if (eventType === 'membernickname.dispatch' && change.room_id === roomId) handler(change);
    });
  }
}
