import type { Message, Outgoing, Parley, Room, SendOptions } from '@parley/client';

import { optionsOf } from '../state/send-options.js';

export interface Sending {
  /**
   * Queues a message, which is among the messages of the room from then on.
   * @throws ParleyError when it is refused permanently. It stays among the messages, with the error, and need not be
   *   caught
   */
  readonly send: (text: string, options?: SendOptions) => Promise<Message>;
  /** Sends a refused message again, in place of the first attempt. @throws ParleyError as `send` */
  readonly retry: (refused: Outgoing) => Promise<Message>;
  /** Removes a refused message. */
  readonly discard: (refused: Outgoing) => void;
}

export function sendingTo(chat: Pick<Parley, 'rooms'>, roomId: string): Sending {
  const send: Sending['send'] = (text, options = {}) => {
    const stored = inRoom(chat, roomId, (room) => room.send(text, options));
    stored.catch(() => undefined);
    return stored;
  };
  const discard: Sending['discard'] = ({ client_message_id: id }) => {
    inRoom(chat, roomId, (room) => room.discard(id));
  };
  return {
    send,
    discard,
    retry: (refused) => {
      discard(refused);
      return send(refused.content, optionsOf(refused));
    },
  };
}

/** Uses a room, which is open afterwards only if it was before: its messages are not collected for nobody. */
export function inRoom<Result>({ rooms }: Pick<Parley, 'rooms'>, roomId: string, use: (room: Room) => Result): Result {
  const wasOpen = rooms.timelineOf(roomId) !== undefined;
  try {
    return use(rooms.open(roomId));
  } finally {
    if (!wasOpen) rooms.close(roomId);
  }
}
