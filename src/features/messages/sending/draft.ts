import { randomFillSync } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { Actor, RequestOrigin } from '@parley/realtime/requests';
import { v7 as uuidv7 } from 'uuid';

import { Limits } from '../../../platform/config/limits.settings.js';
import { AttachedUploads } from '../attachments/attached-uploads.js';
import { attachmentsOf, checkMedia } from '../attachments/attachment.request.js';
import type { StoredAttachment } from '../attachments/attachment.view.js';
import type { ReleaseGrant } from '../held/release.policy.js';
import { MentionCheck } from '../mentions/mention-check.js';
import type { MentionsRequest } from '../mentions/mention-check.js';
import { MessagePolicy } from '../message.policy.js';
import type { MessageGrant } from '../message.policy.js';
import { MessageSettings } from '../message.settings.js';
import { DEFAULT_KIND } from '../message.view.js';
import type { StoredMessage } from '../message.view.js';
import { withoutVotes } from '../polls/poll.view.js';
import { checkRules, MessageContent } from './message-content.js';
import { ExtraFieldsRequest, partsOf } from './message-request.js';
import type { MessageRequest } from './message-request.js';
import { MessageReferences } from './message-references.js';
import type { ReferencedIds, References } from './message-references.js';
import type { MessageParts, Placed } from './message-insert.js';

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

/** Validates the requests of messages, and asks for the permission to send them. */
@Injectable()
export class DraftFactory {
  constructor(
    private readonly policy: MessagePolicy,
    private readonly references: MessageReferences,
    private readonly content: MessageContent,
    private readonly mentions: MentionCheck,
    private readonly uploads: AttachedUploads,
    private readonly settings: MessageSettings,
    private readonly limits: Limits,
  ) {}

  /**
   * A message that its sender may send now.
   * @param request satisfies the rules of its class
   * @param origin undefined: nobody waits for the answer
   * @throws Refusal 4003 for a violated rule, 4004 for a non-member or a message that cannot be read, 4002
   */
  async create(request: MessageRequest, actor: Actor, origin?: RequestOrigin): Promise<Draft> {
    const roomId = request.room_id.toLowerCase();
    const extra = request.extra_fields ?? new ExtraFieldsRequest();
    const { attachments: most } = this.settings;
    const { jsonBytes: mostJsonBytes } = this.limits;
    const media = extra.media ?? [];
    checkMedia(media, { most, mostJsonBytes });
    const parts = partsOf(extra, mostJsonBytes);
    const isForward = typeof extra.forwarded_from_id === 'string';
    if (parts.poll && isForward) throw invalid({ 'extra_fields.poll': ['A forward has no poll.'] });
    const mayBeEmpty = !parts.poll && (media.length > 0 || isForward);
    const content = this.content.accept(request.content, 'content', mayBeEmpty ? 0 : 1);
    const grant = await this.policy.maySend(actor, roomId);
    const attachments = attachmentsOf(media, await this.uploads.named(grant, media));
    const referencedIds = {
      parentId: extra.parent_message_id,
      forwardedFromId: extra.forwarded_from_id,
      forwardedFromRoomId: extra.forwarded_from_room_id,
      threadId: extra.thread_id,
      alsoToRoom: extra.also_to_room,
    };
    const mentions = await this.mentions.sent(actor, roomId, extra);
    const references = await this.references.read(actor, roomId, referencedIds);
    checkRules(grant, { content, attachments, forwardedFrom: references.forwardedFrom });
    const clientMessageId = request.client_message_id?.toLowerCase();
    return {
      actor,
      origin,
      grant,
      content,
      clientMessageId,
      referencedIds,
      references,
      attachments,
      parts: { ...parts, mentions, thread: references.thread },
      mentionsRequest: extra,
      extraFields: extra,
    };
  }
}
