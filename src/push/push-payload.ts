import { hasLength } from '@parley/realtime/requests';

/** What a browser is told. It is encrypted for that browser alone: its push service reads nothing of it. */
export interface PushPayload {
  readonly type: 'message.created';
  readonly room_id: string;
  readonly message_id: string;
  readonly seq: number;
  readonly sender: {
    readonly id: number;
    readonly username: string;
    readonly first_name: string;
    readonly last_name: string;
  };
  /** What the room is called; of a chat of two, who writes. */
  readonly title: string;
  /** The beginning of what was written; empty where there are attachments alone. */
  readonly body: string;
  readonly attachments: number;
}

/** A message as it is pushed, from the tables. */
export interface PushedMessage {
  readonly messageId: string;
  readonly roomId: string;
  readonly seq: number;
  /** Null: a chat of two. */
  readonly roomName: string | null;
  readonly content: string;
  readonly attachments: number;
  readonly sender: PushPayload['sender'];
}

/**
 * Characters of each text at the most. A push service takes 4096 bytes, encrypted; whatever the texts are made of, they
 * stay below that.
 */
const LONGEST_BODY = 240;
const LONGEST_NAME = 60;

export function payloadOf({ sender, ...message }: PushedMessage): PushPayload {
  return {
    type: 'message.created',
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

const nameOf = ({ first_name, last_name, username }: PushPayload['sender']): string =>
  `${first_name} ${last_name}`.trim() || username;

/** White space is one blank, as a notification shows it; what is left out is shown by an ellipsis. */
function beginning(text: string, most: number): string {
  // Whatever stands further back is not worth being looked at.
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
