import type { LinkPreview, Message, Pin, Reaction, ReadReceipt, ThreadSummary, User } from '@parley/protocol';
import { restrictedToRoom } from '@parley/realtime/restricted-part';
import type { Restrictable } from '@parley/realtime/restricted-part';

import { toAttachment } from './attachments/attachment.view.js';
import type { StoredAttachment } from './attachments/attachment.view.js';
import { isShown, toLinkPreviews } from './link-previews/link-preview.view.js';
import type { StoredPreview } from './link-previews/link-preview.view.js';
import { toPoll } from './polls/poll.view.js';
import type { OutgoingPoll, StoredPoll } from './polls/poll.view.js';

export interface StoredReceipt {
  readonly user: User;
  readonly readAt: Date | null;
}

export interface StoredReaction {
  readonly user: User;
  readonly content: string;
  readonly createdAt: Date;
}

/**
 * A message before delivery: the forwarded message is restricted to the members of its own room, and the own votes in a
 * poll to their user.
 */
export type OutgoingMessage = Restrictable<Message>;

/** Whom a message mentions: users, in the order of their ids, and the whole room. */
export interface Mentions {
  readonly users: readonly User[];
  readonly room: boolean;
}

export const NO_MENTIONS: Mentions = { users: [], room: false };

export interface StoredPin {
  readonly by: User;
  readonly at: Date;
}

/** The replies of a thread that are not deleted. They are counted up to `MAX_COUNTED_REPLIES`. */
export interface Replies {
  readonly count: number;
  readonly lastAt: Date;
  /** The latest of those who replied, the latest first. */
  readonly participants: readonly User[];
}

export interface ThreadPlace {
  /** The id of the message that started the thread. */
  readonly id: string;
  /** Whether the reply stands among the messages of the room too. */
  readonly alsoToRoom: boolean;
  /** The replies of the thread when this one is dispatched; null: none are left. Undefined elsewhere. */
  readonly replies?: Replies | null | undefined;
}

export interface StoredMessage {
  readonly id: string;
  readonly roomId: string;
  readonly seq: number;
  readonly sender: User;
  readonly content: string;
  readonly isForwarded: boolean;
  readonly isEdited: boolean;
  readonly isDeleted: boolean;
  readonly clientMessageId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly kind: string;
  readonly metadata: Message['metadata'];
  readonly editedAt: Date | null;
  readonly mentions: Mentions;
  /** Null: it is not pinned. */
  readonly pin: StoredPin | null;
  /** Null: it is no reply in a thread. */
  readonly thread: ThreadPlace | null;
  /** Of the thread that it has started; null: it has none. */
  readonly replies: Replies | null;
  /** Null: it has none, or it is the parent of another message, or forwarded. */
  readonly poll: StoredPoll | null;
  /** Of its links, in their order, with those that were removed. */
  readonly linkPreviews: readonly StoredPreview[];
  /** Null if it does not exist any more. Its own parent and forwarded message are null. */
  readonly parent: StoredMessage | null;
  /** Null if it does not exist any more. Its own parent and forwarded message are null. */
  readonly forwardedFrom: StoredMessage | null;
  readonly receipts: readonly StoredReceipt[];
  readonly reactions: readonly StoredReaction[];
  readonly attachments: readonly StoredAttachment[];
}

/** The kind of a message whose sender names none, and of every deleted message. */
export const DEFAULT_KIND = 'text';

/**
 * A message for any receiver. A deleted message has no content, even if its row has.
 */
export const toMessage = (message: StoredMessage): OutgoingMessage => ({
  id: message.id,
  room: { id: message.roomId },
  sender: message.sender,
  content: message.isDeleted ? '' : message.content,
  is_deleted: message.isDeleted,
  is_edited: message.isEdited,
  is_forwarded: message.isForwarded,
  forwarded_from: message.isDeleted ? null : toSource(message),
  parent_message: message.isDeleted || !message.parent ? null : toMessage(message.parent),
  delivered_to: deliveredTo(message),
  read_receipts: readReceiptsOf(message),
  reactions: reactionsOf(message),
  attachments: message.isDeleted ? [] : message.attachments.map(toAttachment),
  created_at: message.createdAt.toISOString(),
  updated_at: message.updatedAt.toISOString(),
  seq: message.seq,
  client_message_id: message.clientMessageId,
  kind: kindOf(message),
  metadata: metadataOf(message),
  edited_at: editedAtOf(message),
  mentions: mentionsOf(message).users,
  mention_room: mentionsOf(message).room,
  pinned: pinOf(message),
  thread: threadOf(message),
  also_to_room: message.thread?.alsoToRoom ?? false,
  thread_summary: toSummary(message.replies),
  poll: pollOf(message),
  link_previews: linkPreviewsOf(message),
});

/** A deleted reply stays in its thread. */
export const threadOf = ({ thread }: StoredMessage): Message['thread'] => {
  if (!thread) return null;
  const { id, replies } = thread;
  return replies === undefined ? { id } : { id, summary: toSummary(replies) };
};

export const toSummary = (replies: Replies | null): ThreadSummary | null =>
  replies && {
    reply_count: replies.count,
    last_reply_at: replies.lastAt.toISOString(),
    participants: replies.participants,
  };

function toSource({ roomId, forwardedFrom }: StoredMessage): OutgoingMessage['forwarded_from'] {
  if (!forwardedFrom) return null;
  const source = toMessage(forwardedFrom);
  return forwardedFrom.roomId === roomId ? source : restrictedToRoom(forwardedFrom.roomId, source);
}

/** The message with this reaction, also if it has so many that those read from the database do not contain it. */
export const withReaction = (message: StoredMessage, reaction: StoredReaction): StoredMessage =>
  message.reactions.some(({ user, content }) => user.id === reaction.user.id && content === reaction.content)
    ? message
    : { ...message, reactions: [...message.reactions, reaction] };

/** The usernames of the users who received the message. */
export const deliveredTo = ({ receipts }: StoredMessage): string[] => receipts.map(({ user }) => user.username);

export const readReceiptsOf = ({ receipts }: StoredMessage): ReadReceipt[] => receipts.flatMap(toReadReceipt);

export const kindOf = ({ isDeleted, kind }: StoredMessage): string => (isDeleted ? DEFAULT_KIND : kind);

/** A deleted message has no metadata, even if they are stored. */
export const metadataOf = ({ isDeleted, metadata }: StoredMessage): StoredMessage['metadata'] =>
  isDeleted ? {} : metadata;

/** A deleted message mentions nobody, even if it did. */
export const mentionsOf = ({ isDeleted, mentions }: StoredMessage): Mentions => (isDeleted ? NO_MENTIONS : mentions);

/** A deleted message is not pinned. */
export const pinOf = ({ isDeleted, pin }: StoredMessage): Pin | null =>
  isDeleted || !pin ? null : { by: pin.by, at: pin.at.toISOString() };

/** A deleted message has no poll, even if it is stored. */
const pollOf = ({ isDeleted, poll }: StoredMessage): OutgoingPoll | null => (isDeleted || !poll ? null : toPoll(poll));

/** A deleted message has no previews, even if they are stored. */
export const linkPreviewsOf = ({
  isDeleted,
  linkPreviews,
}: Pick<StoredMessage, 'isDeleted' | 'linkPreviews'>): readonly LinkPreview[] =>
  isDeleted ? [] : toLinkPreviews(linkPreviews);

/** Whether {@link linkPreviewsOf} has any, without the signatures of their addresses. */
export const hasLinkPreviews = ({ isDeleted, linkPreviews }: StoredMessage): boolean =>
  !isDeleted && linkPreviews.some(isShown);

export const editedAtOf = ({ editedAt }: StoredMessage): string | null => editedAt?.toISOString() ?? null;

/** A deleted message has no reactions, even if they are stored. */
export const reactionsOf = ({ isDeleted, reactions }: StoredMessage): Reaction[] =>
  isDeleted ? [] : reactions.map(toReaction);

const toReadReceipt = ({ user, readAt }: StoredReceipt): ReadReceipt[] =>
  readAt ? [{ reader: user, read_at: readAt.toISOString() }] : [];

const toReaction = ({ user, content, createdAt }: StoredReaction): Reaction => ({
  user,
  reaction_content: content,
  created_at: createdAt.toISOString(),
});

/** The replies of threads, by the ids of the messages that started them; null: none are left. */
export type RepliesByThread = ReadonlyMap<string, Replies | null>;

export const NO_REPLIES: RepliesByThread = new Map();

/** The message, with the replies of its thread as far as they are known. */
export function withReplies(message: StoredMessage, replies: RepliesByThread): StoredMessage {
  const { thread } = message;
  if (!thread || !replies.has(thread.id)) return message;
  return { ...message, thread: { ...thread, replies: replies.get(thread.id) ?? null } };
}
