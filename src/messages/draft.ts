import type { Attachment, User } from '@parley/protocol';

import type { MessageGrant } from './message.policy.js';
import type { StoredMessage } from './message.view.js';
import type { Placed } from './messages.repository.js';

/** The messages that a message is about, as they stand when it is sent. */
export interface References {
  readonly parent: StoredMessage | null;
  readonly forwardedFrom: StoredMessage | null;
}

/** A message that somebody may send. */
export interface Draft {
  readonly grant: MessageGrant<'message.send'>;
  readonly sender: User;
  readonly content: string;
  /** A UUID in lower case. */
  readonly clientMessageId: string | undefined;
  readonly references: References;
  readonly attachments: readonly Attachment[];
  /** Asks again whether the sender may send this, when the room has changed since it was granted. */
  readonly renew: () => Promise<MessageGrant<'message.send'>>;
  /** Called once the message is committed, in the order of the room's numbers. */
  readonly stored: (message: StoredMessage) => void;
}

/** A draft, once it is stored. */
export const toStored = (id: string, draft: Draft, place: Placed): StoredMessage => ({
  id,
  roomId: draft.grant.roomId,
  seq: place.seq,
  sender: draft.sender,
  content: draft.content,
  isForwarded: draft.references.forwardedFrom !== null,
  isEdited: false,
  isDeleted: place.isDeleted,
  clientMessageId: draft.clientMessageId ?? null,
  createdAt: place.createdAt,
  updatedAt: place.createdAt,
  parent: withoutReferences(draft.references.parent),
  forwardedFrom: withoutReferences(draft.references.forwardedFrom),
  receipts: [],
  reactions: [],
  attachments: draft.attachments,
});

const withoutReferences = (message: StoredMessage | null): StoredMessage | null =>
  message && { ...message, parent: null, forwardedFrom: null };
