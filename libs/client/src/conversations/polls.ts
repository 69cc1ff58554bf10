import type { Message, Poll } from '@parley/protocol';

import type { NewPoll } from '../new-message.js';
import type { Parley } from '../parley.js';

/** Polls. Their changes are in the `poll` of the messages of opened rooms. */
export class Polls {
  constructor(private readonly chat: Pick<Parley, 'ask' | 'rooms'>) {}

  /**
   * Queues a message with a poll, as `room.send` does: without a connection it is sent later.
   * @returns the stored message
   * @throws ParleyError when it is refused permanently
   */
  send(roomId: string, question: string, poll: NewPoll): Promise<Message> {
    return this.chat.rooms.open(roomId).send(question, { poll });
  }

  /**
   * Replaces the user's votes. Without a connection it is refused with `offline`.
   * @param options positions of options; none takes the votes back
   * @returns the poll with these votes, and with the user's own
   * @throws ParleyError 4005 when the poll is closed
   */
  async vote(roomId: string, messageId: string, options: readonly number[]): Promise<Poll> {
    return (await this.chat.ask('poll.vote', { room_id: roomId, message_id: messageId, options })).data.poll;
  }

  /** Closes a poll. Without a connection it is refused with `offline`. @throws ParleyError 4002 */
  async close(roomId: string, messageId: string): Promise<void> {
    await this.chat.ask('poll.close', { room_id: roomId, message_id: messageId });
  }
}
