import type { Parley } from '../parley.js';

/** Previews of links. They arrive in the `link_previews` of the messages of opened rooms. */
export class LinkPreviews {
  constructor(private readonly chat: Pick<Parley, 'ask'>) {}

  /**
   * Removes the preview of a link from an own message. Without a connection it is refused with `offline`.
   * @param url of the preview
   * @throws ParleyError 4002 for a message of another user, 4004 without such a preview
   */
  async remove(roomId: string, messageId: string, url: string): Promise<void> {
    await this.chat.ask('message.remove_preview', { room_id: roomId, message_id: messageId, url });
  }
}
