import type { User } from '@parley/protocol';

import type { MailSection } from '../../features/mail/mail-kinds.js';
import { othersText } from '../../features/mail/others-text.js';
import { grouped } from '../../platform/collections/groups.js';
import { textFromStored } from '../../platform/database/stored-text.js';
import type { Language } from '../../platform/http/languages.js';
import { nameOf } from '../push/push-payload.js';
import type { MessageToPush } from '../push/pushed-messages.js';
import type { MissedMailSettings } from './missed-mails.settings.js';
import { ATTACHMENTS, MORE } from './missed-messages.texts.js';

export type ShownMessage = Pick<MessageToPush, 'id' | 'roomName' | 'content' | 'attachments'> & {
  readonly sender: User;
};

/** What a user has missed in a room. */
export interface MissedRoom {
  /** The newest first; with `names` all that are counted. */
  readonly messages: readonly [ShownMessage, ...ShownMessage[]];
  readonly count: number;
}

/** The newest messages of a room whose texts a mail has. */
export const SHOWN = 5;
const LONGEST_TEXT = 240;

/** What a mail tells of a room: the newest messages in their order, or who has written how many. */
export function sectionOf(
  { messages, count }: MissedRoom,
  content: MissedMailSettings['content'],
  language: Language,
): MailSection {
  const [{ roomName, sender }] = messages;
  const title = roomName === null ? senderName(sender) : othersText(textFromStored(roomName));
  if (content === 'names') return { title, lines: sendersOf(messages) };
  const lines = messages
    .slice(0, SHOWN)
    .toReversed()
    .map((message) => ({ from: senderName(message.sender), text: textOf(message, language) }));
  const others = count - lines.length;
  return { title, lines, ...(others > 0 && { more: MORE[language](others) }) };
}

const senderName = (sender: User): string => othersText(nameOf(sender));

/** Each sender once, with the number of messages. */
function sendersOf(messages: readonly ShownMessage[]): MailSection['lines'] {
  const bySender = [...grouped(messages, ({ sender }) => sender.id).values()];
  return bySender.flatMap((of) =>
    of.slice(0, 1).map(({ sender }) => ({ from: `${senderName(sender)} (${String(of.length)})`, text: '' })),
  );
}

function textOf({ content, attachments }: ShownMessage, language: Language): string {
  const text = othersText(textFromStored(content), LONGEST_TEXT);
  return text === '' && attachments > 0 ? ATTACHMENTS[language](attachments) : text;
}
