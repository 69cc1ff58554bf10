import { randomFillSync } from 'node:crypto';

import type { Actor, RequestOrigin } from '@parley/realtime/requests';
import { v7 as uuidv7 } from 'uuid';

import type { StoredAttachment } from '../attachments/attachment.view.js';
import type { ReleaseGrant } from '../held/release.policy.js';
import type { MessageGrant } from '../message.policy.js';
import { DEFAULT_KIND } from '../message.view.js';
import type { StoredMessage } from '../message.view.js';
import { withoutVotes } from '../polls/new-poll.js';
import type { MentionsRequest } from '../mentions/mentions-request.js';
import type { ReferencedIds, References } from './message-references.js';
import type { MessageParts, Placed } from './message-insert.js';
import type { ExtraFieldsRequest } from './message-request.js';

/** A message that its sender may send, before it is stored. */
export interface Draft {
  /** The id that the message gets; undefined: a new one. */
  readonly id?: string;
  readonly actor: Actor;
  /** The connection or HTTP request that receives the stored message under its `request_id`; undefined: none. */
  readonly origin: RequestOrigin | undefined;
  readonly grant: MessageGrant<'message.send'>;
  readonly content: string;
  /** A UUID in lower case. */
  readonly clientMessageId: string | undefined;
  readonly referencedIds: ReferencedIds;
  readonly references: References;
  readonly attachments: readonly StoredAttachment[];
  readonly parts: MessageParts;
  readonly mentionsRequest: MentionsRequest;
  /** The fields of the request besides the text, as they were sent. */
  readonly extraFields: ExtraFieldsRequest;
  /** Whether what the sender is writing in its place stays as it is, because the message was written earlier. */
  readonly keepsDraft?: boolean;
  /** If it was held: the permission of the leader who has allowed it. */
  readonly releasedBy?: ReleaseGrant;
}

/** The approximate size of the message's dispatch: of the texts and objects of the message and of those in it. */
export function bytesOf({ content, attachments, parts, references: { parent, forwardedFrom } }: Draft): number {
  const own = { content, attachments, mentions: parts.mentions, metadata: { ...parts.metadata, ...parts.poll } };
  const messages = [own, parent, forwardedFrom].filter((message) => message !== null);
  return messages.reduce(
    (sum, { content: text, ...objects }) =>
      sum + text.length + jsonLength([objects.attachments, objects.mentions.users, objects.metadata]),
    0,
  );
}

const jsonLength = (value: object): number => JSON.stringify(value).length;

const BYTES_AN_ID = 16;
const IDS_A_DRAW = 256;

const drawn = new Uint8Array(BYTES_AN_ID * IDS_A_DRAW);
let used = drawn.length;

/**
 * The id of a new message, ordered by time (UUID 7, RFC 9562). Random bytes are generated for many ids at once: one
 * call for each id took longer than to parse and validate the message.
 */
export function newMessageId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += BYTES_AN_ID;
  return uuidv7({ random: drawn.subarray(used - BYTES_AN_ID, used) });
}

/** The message that a draft has become, with its sequence number. */
export const toStored = (id: string, draft: Draft, place: Placed): StoredMessage => ({
  id,
  roomId: draft.grant.roomId,
  seq: place.seq,
  sender: draft.actor.user,
  content: draft.content,
  isForwarded: draft.references.forwardedFrom !== null,
  isEdited: false,
  isDeleted: place.isDeleted,
  clientMessageId: draft.clientMessageId ?? null,
  createdAt: place.createdAt,
  updatedAt: place.createdAt,
  kind: draft.parts.kind ?? DEFAULT_KIND,
  metadata: draft.parts.metadata ?? {},
  editedAt: null,
  mentions: draft.parts.mentions,
  pin: null,
  thread: draft.parts.thread ? { id: draft.parts.thread.id, alsoToRoom: draft.parts.thread.alsoToRoom } : null,
  replies: null,
  poll: draft.parts.poll ? withoutVotes(draft.parts.poll) : null,
  linkPreviews: [],
  parent: withoutReferences(draft.references.parent),
  forwardedFrom: withoutReferences(draft.references.forwardedFrom),
  receipts: [],
  reactions: [],
  attachments: draft.attachments,
});

const withoutReferences = (message: StoredMessage | null): StoredMessage | null =>
  message && { ...message, replies: null, poll: null, parent: null, forwardedFrom: null };
