import type { NotificationType } from '@parley/protocol';
import { hasLength } from '@parley/realtime/requests';

/** The payload for a browser. It is encrypted for that browser, so the push service cannot read it. */
export interface PushPayload {
  readonly type: 'message.created';
  /** As of a notification in the first frame. */
  readonly notification_type: Exclude<NotificationType, 'REACTION'>;
  readonly room_id: string;
  readonly message_id: string;
  readonly seq: number;
  readonly sender: {
    readonly id: number;
    readonly username: string;
    readonly first_name: string;
    readonly last_name: string;
  };
  /** The name of the room; in a one-to-one chat, of the sender. */
  readonly title: string;
  /** The beginning of the content; empty if there are only attachments. */
  readonly body: string;
  readonly attachments: number;
}

/** The data of a message that its push needs. */
export interface PushedMessage {
  readonly messageId: string;
  readonly roomId: string;
  readonly seq: number;
  readonly type: PushPayload['notification_type'];
  /** Null: a one-to-one chat. */
  readonly roomName: string | null;
  readonly content: string;
  readonly attachments: number;
  readonly sender: PushPayload['sender'];
}

/**
 * The maximum number of characters of each text. A push service accepts 4096 encrypted bytes; with these limits the
 * payload is smaller, whatever characters the texts contain.
 */
const LONGEST_BODY = 240;
const LONGEST_NAME = 60;

export function payloadOf({ sender, ...message }: PushedMessage): PushPayload {
  return {
    type: 'message.created',
    notification_type: message.type,
    room_id: message.roomId,
    message_id: message.messageId,
    seq: message.seq,
    sender: {
      id: sender.id,
      username: sender.username,
      first_name: beginning(sender.first_name, LONGEST_NAME),
      last_name: beginning(sender.last_name, LONGEST_NAME),
    },
    title: beginning(message.roomName ?? nameOf(sender), LONGEST_NAME),
    body: beginning(message.content, LONGEST_BODY),
    attachments: message.attachments,
  };
}

/** The name that a person is known by. */
export const nameOf = ({ first_name, last_name, username }: PushPayload['sender']): string =>
  `${first_name} ${last_name}`.trim() || username;

/** Collapses white space, as a notification does, and marks a truncated text with an ellipsis. */
function beginning(text: string, most: number): string {
  // Bounds the work for a long text.
  const shown = text
    .slice(0, 8 * most)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return hasLength(shown, 0, most)
    ? shown
    : `${Array.from(shown)
        .slice(0, most - 1)
        .join('')}…`;
}
