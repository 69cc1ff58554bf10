import { deliveredTo } from './message.view.js';
import type { StoredMessage } from './message.view.js';

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
