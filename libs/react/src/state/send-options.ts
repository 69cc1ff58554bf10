import type { Outgoing, SendOptions } from '@parley/client';

/** Restores the send options of an outgoing message. */
export function optionsOf({ extra_fields: extra }: Outgoing): SendOptions {
  const {
    parent_message_id: replyTo,
    forwarded_from_id: forward,
    forwarded_from_room_id: forwardRoom,
    mention_room: mentionRoom,
    ...others
  } = extra as Pick<SendOptions, 'media' | 'mentions' | 'metadata' | 'kind' | 'silent' | 'poll'> & {
    parent_message_id?: string;
    forwarded_from_id?: string;
    forwarded_from_room_id?: string;
    mention_room?: boolean;
  };
  return {
    ...others,
    ...(mentionRoom === undefined ? {} : { mentionRoom }),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(forward === undefined ? {} : { forward }),
    ...(forwardRoom === undefined ? {} : { forwardRoom }),
  };
}
