import type { Attachment, NewAttachment, UploadedFile } from '@parley/client';

import type { ShownMessage } from './shown-message.js';

/** A file of a message: one that was sent, is on the way, or is not sent yet. */
export type ShownAttachment = Attachment | NewAttachment | UploadedFile;

export interface AttachmentProps {
  readonly attachment: ShownAttachment;
  readonly message?: ShownMessage;
  /** The messages around it, whose pictures are shown after it. */
  readonly around?: () => readonly ShownMessage[];
}
