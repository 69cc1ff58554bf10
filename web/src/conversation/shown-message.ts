import type { Message, NewAttachment, Outgoing, ShortMessage } from '@parley/client';

import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { plainText } from '../markdown/plain-text.js';
import type { Self } from '../session/session.js';

export type ShownMessage = Message | Outgoing;

export const isOutgoing = (message: ShownMessage): message is Outgoing => 'pending' in message;

export const senderIdOf = (message: ShownMessage, self: Self): number =>
  isOutgoing(message) ? self.id : message.sender.id;

const KINDS: Readonly<Record<NewAttachment['media_type'], TextKey>> = {
  image: 'conversation.image',
  video: 'conversation.video',
  audio: 'conversation.audio',
  file: 'conversation.file',
};

/** The content of a message in one line. */
export function summaryOf(message: Message | ShortMessage): string {
  if (message.is_deleted) return t('conversation.deletedMessage');
  if (message.content) return plainText(message.content);
  const [attachment] = message.attachments;
  if (attachment) return attachment.caption || t(KINDS[attachment.media_type]);
  if (message.forwarded_from && 'content' in message.forwarded_from) return summaryOf(message.forwarded_from);
  return message.is_forwarded ? t('conversation.forwardedMessage') : '';
}
