import type { Message } from '@parley/client';

const KINDS = { image: 'Image', video: 'Video', audio: 'Audio', file: 'File' } as const;

/** A message in one line. */
export function summaryOf(message: Message): string {
  if (message.is_deleted) return 'Deleted message';
  if (message.content) return message.content.replaceAll(/\s+/g, ' ');
  const [attachment] = message.attachments;
  if (attachment) return attachment.caption || KINDS[attachment.media_type];
  if (message.forwarded_from) return summaryOf(message.forwarded_from);
  return message.is_forwarded ? 'Forwarded message' : '';
}
