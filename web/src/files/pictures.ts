import type { Attachment, Message, NewAttachment } from '@parley/client';

import { isOutgoing } from '../conversation/shown-message.js';
import type { ShownMessage } from '../conversation/shown-message.js';

/** Whether a file is on the service, and not an address elsewhere. */
export const isUploaded = (attachment: Attachment | NewAttachment): attachment is Attachment =>
  'state' in attachment && attachment.state !== null;

/** A picture in the viewer. */
export interface ShownPicture {
  readonly attachment: Attachment;
  readonly message: Message;
}

const isPicture = ({ state, media_type: type }: Attachment): boolean => state === 'ready' && type === 'image';

/** The uploaded pictures of messages, and of those that they forward, in their order. */
export const picturesOf = (messages: readonly ShownMessage[]): readonly ShownPicture[] =>
  messages.flatMap((message) => (isOutgoing(message) ? [] : [message, message.forwarded_from].flatMap(picturesIn)));

const picturesIn = (message: Message | null): readonly ShownPicture[] =>
  message?.attachments.filter(isPicture).map((attachment) => ({ attachment, message })) ?? [];
