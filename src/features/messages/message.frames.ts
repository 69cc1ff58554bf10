import type { ChangedThread, Reaction, ReactionChange } from '@parley/protocol';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { toAttachment } from './attachments/attachment.view.js';
import { deliveredTo, linkPreviewsOf, reactionsOf, toMessage, toSummary } from './message.view.js';
import type { Replies, RepliesByThread, StoredMessage } from './message.view.js';
import { toPoll } from './polls/poll.view.js';
import type { StoredPoll } from './polls/poll.view.js';
import { toShortMessage } from './short-message.js';

export const messageSent = (message: StoredMessage): OutgoingEvent<'message.dispatch'> => ({
  eventType: 'message.dispatch',
  data: toMessage(bounded(message)),
  room_id: message.roomId,
  seq: message.seq,
});

export const messageEdited = (message: StoredMessage, seq?: number): OutgoingEvent<'messagemodification.dispatch'> => ({
  eventType: 'messagemodification.dispatch',
  data: { status: 'successful', action: 'update', message: toMessage(bounded(message)) },
  ...place(message.roomId, seq),
});

/** @param userId the user who received the messages */
export const messagesDelivered = (
  messages: readonly StoredMessage[],
  userId: number,
): OutgoingEvent<'messagedelivered.dispatch'> => ({
  eventType: 'messagedelivered.dispatch',
  data: messages.map((message) => toShortMessage(message, { userId, lists: 'receipts' })),
});

/** Deleted messages of a room, and the threads of which they were replies. */
export interface DeletedMessages {
  readonly roomId: string;
  readonly ids: readonly string[];
  readonly threads?: RepliesByThread;
}

export const messagesDeleted = (
  { roomId, ids, threads }: DeletedMessages,
  seq?: number,
): OutgoingEvent<'messagemodification.dispatch'> => ({
  eventType: 'messagemodification.dispatch',
  data: {
    status: 'successful',
    action: 'delete',
    message_ids: ids,
    ...(threads && threads.size > 0 && { threads: toChangedThreads(threads) }),
  },
  ...place(roomId, seq),
});

/** More threads than these are shown without participants, so that the frame stays small. */
const MOST_WITH_PARTICIPANTS = 20;

const toChangedThreads = (threads: RepliesByThread): ChangedThread[] => {
  const shown = (replies: Replies | null): Replies | null =>
    threads.size <= MOST_WITH_PARTICIPANTS ? replies : replies && { ...replies, participants: [] };
  return [...threads].map(([id, replies]) => ({ id, summary: toSummary(shown(replies)) }));
};

/** @param userId the user who reacted; null if the record of the change does not name the user */
export const messageReacted = (
  type: ReactionChange['type'],
  message: StoredMessage,
  userId: number | null,
  seq?: number,
): OutgoingEvent<'reaction.dispatch'> => {
  const short = toShortMessage(message, { userId, lists: 'reactions' });
  return {
    eventType: 'reaction.dispatch',
    data: {
      status: 'successful',
      type,
      user_id: userId,
      message: short.reactions_truncated
        ? { ...short, unlisted_reactions: unlistedReactions(message, userId, short.reactions) }
        : short,
    },
    ...place(message.roomId, seq),
  };
};

type MadeReaction = Pick<Reaction, 'reaction_content'> & { readonly user: Pick<Reaction['user'], 'id'> };

/** @returns what the user has reacted that is not among the listed reactions; undefined: nothing */
function unlistedReactions(
  message: StoredMessage,
  userId: number | null,
  listed: readonly MadeReaction[],
): readonly string[] | undefined {
  const own = (reactions: readonly MadeReaction[]): string[] =>
    reactions.filter(({ user }) => user.id === userId).map(({ reaction_content: content }) => content);
  const shown = new Set(own(listed));
  const unlisted = own(reactionsOf(message)).filter((content) => !shown.has(content));
  return unlisted.length > 0 ? unlisted : undefined;
}

/** A message that was pinned or unpinned: the frame has its present state. */
export const messagePinned = (message: StoredMessage, seq?: number): OutgoingEvent<'messagepin.dispatch'> => ({
  eventType: 'messagepin.dispatch',
  data: {
    message: toShortMessage(message, { userId: null, lists: 'pin' }),
    pinned: message.pin !== null,
  },
  ...place(message.roomId, seq),
});

/** @param poll of the message: its own votes are for their user alone */
export const pollChanged = (
  { id, roomId }: Pick<StoredMessage, 'id' | 'roomId'>,
  poll: StoredPoll,
  seq?: number,
): OutgoingEvent<'pollupdate.dispatch'> => ({
  eventType: 'pollupdate.dispatch',
  data: { message_id: id, poll: toPoll(poll) },
  ...place(roomId, seq),
});

/**
 * A file of a message that the scanner has decided about. A message that has no such file any more is sent as a whole.
 */
export const attachmentChanged = (
  message: StoredMessage,
  attachmentId: string,
  seq: number,
): OutgoingEvent<'attachment.dispatch' | 'messagemodification.dispatch'> => {
  const attachment = message.attachments.find(({ id }) => id === attachmentId);
  if (!attachment) return messageEdited(message, seq);
  return {
    eventType: 'attachment.dispatch',
    data: { message_id: message.id, attachment: toAttachment(attachment) },
    ...place(message.roomId, seq),
  };
};

/** The previews of a message, after some were added or one was removed. */
export const previewsChanged = (
  message: Pick<StoredMessage, 'id' | 'roomId' | 'isDeleted' | 'linkPreviews'>,
  seq?: number,
): OutgoingEvent<'messagepreview.dispatch'> => ({
  eventType: 'messagepreview.dispatch',
  data: { message_id: message.id, link_previews: linkPreviewsOf(message) },
  ...place(message.roomId, seq),
});

/** Without a sequence number nothing has changed, and only the requester receives the frame. */
const place = (roomId: string, seq: number | undefined) =>
  seq === undefined ? { room_id: roomId, meta: { changed: false } } : { room_id: roomId, seq };

/** The maximum size of a message in a dispatch: bytes of its JSON. The rest of the frame comes on top. */
export const LARGEST_MESSAGE_BYTES = 1_000_000;
/** An entry of a list takes at most 6 KB: a user with the longest profile, and a reaction. So few always fit. */
const FEW_ENTRIES = 60;
/** The users in the lists of a message that does not fit. */
const SHORT_LIST = 20;
/** The addresses of a file, which its attachment gets when it is sent. */
const ADDRESSES_BYTES = 400;

/** The message, or its short form if it is larger than {@link LARGEST_MESSAGE_BYTES}. */
export function bounded(message: StoredMessage): StoredMessage {
  const parts = [message, message.parent, message.forwardedFrom].filter((part) => part !== null);
  // Most messages have few entries. Only the others are measured.
  const entries = parts.reduce((sum, part) => sum + entriesOf(part), 0);
  if (entries <= FEW_ENTRIES) return message;
  const stored = Buffer.byteLength(JSON.stringify([message, parts.map(deliveredTo)]));
  const bytes = parts.reduce((sum, { attachments }) => sum + attachments.length * ADDRESSES_BYTES, stored);
  return bytes <= LARGEST_MESSAGE_BYTES ? message : shortened(message);
}

const entriesOf = ({ receipts, reactions, mentions, linkPreviews, replies }: StoredMessage): number =>
  receipts.length +
  reactions.length +
  mentions.users.length +
  linkPreviews.length +
  (replies?.participants.length ?? 0);

/** A message that does not fit because of its lists, or because of the messages in it. */
export const shortened = (message: StoredMessage): StoredMessage => ({
  ...message,
  receipts: message.receipts.slice(0, SHORT_LIST),
  reactions: message.reactions.slice(0, SHORT_LIST),
  parent: message.parent && withoutLists(message.parent),
  forwardedFrom: message.forwardedFrom && withoutLists(message.forwardedFrom),
});

const withoutLists = (message: StoredMessage): StoredMessage => ({
  ...message,
  receipts: [],
  reactions: [],
  metadata: {},
  linkPreviews: [],
  mentions: { ...message.mentions, users: [] },
  attachments: message.attachments.map((attached) => ({ ...attached, metadata: {} })),
});
