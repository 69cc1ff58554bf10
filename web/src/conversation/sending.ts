import type { NewAttachment, Outgoing, Room, SendOptions } from '@parley/client';

/** How a message was to be sent, from what is kept of it. */
export function optionsOf({ extra_fields: extra }: Outgoing): SendOptions {
  const {
    parent_message_id: replyTo,
    forwarded_from_id: forward,
    media,
  } = extra as {
    parent_message_id?: string;
    forwarded_from_id?: string;
    media?: readonly NewAttachment[];
  };
  return {
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(forward === undefined ? {} : { forward }),
    ...(media === undefined ? {} : { media }),
  };
}

/** Nobody waits for it: on its way and refused, it stands among the messages of the room. */
export function send(room: Room, text: string, options: SendOptions = {}): void {
  room.send(text, options).catch(() => undefined);
}

/** Once more, in place of one that was refused. */
export function sendAgain(room: Room, refused: Outgoing): void {
  room.discard(refused.client_message_id);
  send(room, refused.content, optionsOf(refused));
}
