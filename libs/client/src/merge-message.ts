import type { Message, ShortMessage } from '@parley/protocol';

/**
 * A known message after a receipt. Receipts have no number: the rest of the short message may be older than what is
 * known.
 */
export function mergeReceipts(known: Message, short: ShortMessage): Message {
  return {
    ...known,
    delivered_to: merged(known.delivered_to, short.delivered_to, (name) => name),
    read_receipts: merged(known.read_receipts, short.read_receipts, ({ reader }) => reader.id),
  };
}

/**
 * A known message after a small change. Fields that the short message leaves out or cuts stay as they are known, and
 * cut lists add their entries to the known ones, as receipts always do. A small change is none of a poll.
 * @param userId the user whose reaction has changed: those of the user are removed that the short message does not name
 */
export function mergeMessage(known: Message, short: ShortMessage, userId?: number | null): Message {
  const reactions = known.reactions.filter(
    (each) => each.user.id !== userId || short.unlisted_reactions?.includes(each.reaction_content),
  );
  return {
    ...mergeReceipts(known, short),
    content: short.content_truncated ? known.content : short.content,
    is_deleted: short.is_deleted,
    is_edited: short.is_edited,
    forwarded_from: short.forwarded_from && known.forwarded_from,
    parent_message: short.parent_message && known.parent_message,
    attachments: short.is_deleted ? [] : known.attachments,
    reactions: short.reactions_truncated
      ? merged(reactions, short.reactions, (each) => [each.user.id, each.reaction_content].join())
      : short.reactions,
    metadata: short.metadata_truncated ? known.metadata : short.metadata,
    mentions: short.mentions_truncated ? known.mentions : short.mentions,
    mention_room: short.mention_room,
    pinned: short.pinned_truncated ? known.pinned : short.pinned,
    updated_at: short.updated_at,
    edited_at: short.edited_at,
  };
}

/** The listed entries, after the known ones that are not among them. */
function merged<Entry>(
  known: readonly Entry[],
  listed: readonly Entry[],
  keyOf: (entry: Entry) => unknown,
): readonly Entry[] {
  const keys = new Set(listed.map(keyOf));
  return [...known.filter((entry) => !keys.has(keyOf(entry))), ...listed];
}
