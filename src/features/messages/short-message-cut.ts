import type { ShortMessage, User } from '@parley/protocol';

import { BULK_ENTRY_BYTES } from '../../platform/config/limits.settings.js';
import { ListCut, Space, textBytes, textWithin } from './json-space.js';
import type { StoredMessage } from './message.view.js';

/** The maximum size of a short message: bytes of its JSON. A dispatch has as many as one event may name. */
export const SHORT_MESSAGE_BYTES = BULK_ENTRY_BYTES;
/** The content, the attachments, the mentions and the metadata of a message that is cut get this much each, before the entries of other users. */
const BODY_BYTES = 1_024;
/** A first or last name in a message that is cut. Two users with the longest names leave space for the rest. */
const NAME_BYTES = 256;

/** A change of a message by a user. */
export interface ListedChange {
  /** The user whose entry has changed; null if it is not known. */
  readonly userId: number | null;
  /** The lists that have changed; `pin`: none, but whether it is pinned. */
  readonly lists: 'reactions' | 'receipts' | 'pin';
}

/** The message as it is if it has at most {@link SHORT_MESSAGE_BYTES}, else without what does not fit. */
export const cutToFit = (whole: ShortMessage, change: ListedChange, stored: StoredMessage): ShortMessage =>
  bytesOf(whole) <= SHORT_MESSAGE_BYTES ? whole : cut(whole, change, stored);

const bytesOf = (message: ShortMessage): number => Buffer.byteLength(JSON.stringify(message));

/**
 * The space goes to the user's own entries first, to the latest reaction of several, then to the beginning of the body, then to the changed lists, then to
 * the other lists, and what is left to the content. The newest entries of a list come first.
 */
function cut(whole: ShortMessage, { userId, lists }: ListedChange, { receipts }: StoredMessage): ShortMessage {
  const bare: ShortMessage = {
    ...whole,
    sender: withShortNames(whole.sender),
    ...NO_PARTS,
    ...ALL_MARKS,
    ...withoutParticipants(whole),
  };
  const space = new Space(SHORT_MESSAGE_BYTES - bytesOf(bare));
  const username = receipts.find(({ user }) => user.id === userId)?.user.username;
  const reactions = new ListCut(
    whole.reactions.map((reaction) => ({ ...reaction, user: withShortNames(reaction.user) })),
    ({ user }) => user.id === userId,
  );
  const readReceipts = new ListCut(
    whole.read_receipts.map((receipt) => ({ ...receipt, reader: withShortNames(receipt.reader) })),
    ({ reader }) => reader.id === userId,
  );
  const delivered = new ListCut(whole.delivered_to, (name) => name === username);
  const ofReceipts = [delivered, readReceipts];
  const ofChange: Record<ListedChange['lists'], Pick<ListCut<unknown>, 'takeLastOwn' | 'takeNewest'>[]> = {
    reactions: [reactions],
    receipts: ofReceipts,
    pin: [],
  };
  const changed = ofChange[lists];
  const others = [reactions, ...ofReceipts].filter((list) => !changed.includes(list));

  const pinned = whole.pinned && { ...whole.pinned, by: withShortNames(whole.pinned.by) };
  for (const list of changed) list.takeLastOwn(space);
  const hasPin = takes(lists === 'pin' ? space : space.part(BODY_BYTES), pinned);
  const attachments = new ListCut(whole.attachments, () => true);
  attachments.takeOwn(space.part(BODY_BYTES));
  const mentions = new ListCut(whole.mentions.map(withShortNames), () => true);
  mentions.takeOwn(space.part(BODY_BYTES));
  const hasMetadata = space.part(BODY_BYTES).take(metadataBytes(whole));
  const hasPoll = takes(space, whole.poll);
  const beginning = textBytes(textWithin(whole.content, Math.min(BODY_BYTES, space.left)));
  space.take(beginning);
  for (const list of [...changed, ...others]) list.takeNewest(space);
  const content = textWithin(whole.content, beginning + space.left);
  return {
    ...bare,
    content,
    delivered_to: delivered.taken,
    read_receipts: readReceipts.taken,
    reactions: reactions.taken,
    attachments: attachments.taken,
    mentions: mentions.taken,
    metadata: hasMetadata ? whole.metadata : {},
    pinned: hasPin ? pinned : null,
    poll: hasPoll ? whole.poll : null,
    content_truncated: mark(content.length < whole.content.length),
    delivered_to_truncated: mark(delivered.isCut),
    read_receipts_truncated: mark(readReceipts.isCut),
    reactions_truncated: mark(reactions.isCut),
    attachments_truncated: mark(attachments.isCut),
    mentions_truncated: mark(mentions.isCut),
    metadata_truncated: mark(!hasMetadata),
    pinned_truncated: mark(!hasPin),
    poll_truncated: mark(!hasPoll),
  };
}

/** A cut message shows none of the users in its summary. */
const withoutParticipants = ({ thread_summary: summary }: ShortMessage): Partial<ShortMessage> =>
  summary === null
    ? {}
    : {
        thread_summary: { ...summary, participants: [] },
        thread_summary_truncated: mark(summary.participants.length > 0),
      };
/** Whether an object fits, if there is one. */
const takes = (space: Space, value: object | null): boolean =>
  value === null || space.take(Buffer.byteLength(JSON.stringify(value)));

const NO_PARTS = {
  content: '',
  delivered_to: [],
  read_receipts: [],
  reactions: [],
  attachments: [],
  mentions: [],
  metadata: {},
  pinned: null,
  poll: null,
};

const ALL_MARKS = {
  content_truncated: true,
  delivered_to_truncated: true,
  read_receipts_truncated: true,
  reactions_truncated: true,
  attachments_truncated: true,
  mentions_truncated: true,
  metadata_truncated: true,
  pinned_truncated: true,
  poll_truncated: true,
} as const;

/** Besides the braces. */
const metadataBytes = ({ metadata }: ShortMessage): number => Buffer.byteLength(JSON.stringify(metadata)) - BRACES;

const BRACES = 2;

/** JSON omits a key that is undefined. */
const mark = (isCut: boolean): true | undefined => isCut || undefined;

const withShortNames = (user: User): User => ({
  id: user.id,
  username: user.username,
  first_name: textWithin(user.first_name, NAME_BYTES),
  last_name: textWithin(user.last_name, NAME_BYTES),
  avatar: null,
  status: null,
  is_bot: user.is_bot,
  ...(user.is_guest === true && { is_guest: true }),
});
