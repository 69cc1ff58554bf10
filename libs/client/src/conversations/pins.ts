import type { PinPage } from '@parley/protocol';

import type { Parley } from '../parley.js';

/**
 * Pinned messages. Changes arrive as `pin` events, and in the `pinned` of messages. Without a connection every request
 * is refused with `offline`, and none is repeated.
 */
export class Pins {
  constructor(private readonly chat: Pick<Parley, 'ask'>) {}

  /**
   * Pins a message in its room. For a message that is pinned it changes nothing.
   * @throws ParleyError 4002 when the user may not pin there, 4005 when the room has the most pins that it may have
   */
  async pin(roomId: string, messageId: string): Promise<void> {
    await this.chat.ask('message.pin', { room_id: roomId, message_id: messageId, pinned: true });
  }

  /** As {@link pin}, for the opposite. @throws ParleyError 4002 */
  async unpin(roomId: string, messageId: string): Promise<void> {
    await this.chat.ask('message.pin', { room_id: roomId, message_id: messageId, pinned: false });
  }

  /**
   * A page of the pinned messages of a room, the newest pin first.
   * @param options.limit 1 to 200; default 50
   * @param options.cursor `next_cursor` of the previous page
   */
  async list(roomId: string, options: { readonly limit?: number; readonly cursor?: string } = {}): Promise<PinPage> {
    return (await this.chat.ask('room.pins', { room_id: roomId, ...options })).data;
  }
}
