import type { ShortMessage } from '@parley/protocol';
import { restrictedToRoom } from '@parley/realtime/restricted-part';
import type { Restrictable } from '@parley/realtime/restricted-part';

import { toAttachment } from './attachments/attachment.view.js';
import {
  deliveredTo,
  editedAtOf,
  hasLinkPreviews,
  kindOf,
  mentionsOf,
  metadataOf,
  pinOf,
  reactionsOf,
  readReceiptsOf,
  threadOf,
  toSummary,
} from './message.view.js';
import type { StoredMessage } from './message.view.js';
import { toPublicPoll } from './polls/poll.view.js';
import { cutToFit } from './short-message-cut.js';
import type { ListedChange } from './short-message-cut.js';

/** A short message before delivery: the id of the forwarded message is restricted to the members of its room. */
export type OutgoingShortMessage = Restrictable<ShortMessage>;

/** The message in at most `SHORT_MESSAGE_BYTES`. The entries of the user in the changed lists always fit: of several reactions, the latest. */
export const shortened = (message: StoredMessage, change: ListedChange): ShortMessage =>
  cutToFit(uncut(message), change, message);

/** As {@link shortened}, for a dispatch: only the members of its room receive a message that this one forwards. */
export function toShortMessage(message: StoredMessage, change: ListedChange): OutgoingShortMessage {
  const short = shortened(message, change);
  const { forwardedFrom: source } = message;
  if (!source || !short.forwarded_from || source.roomId === message.roomId) return short;
  return { ...short, forwarded_from: restrictedToRoom(source.roomId, short.forwarded_from) };
}

const uncut = (message: StoredMessage): ShortMessage => ({
  id: message.id,
  room: { id: message.roomId },
  sender: message.sender,
  content: message.isDeleted ? '' : message.content,
  is_deleted: message.isDeleted,
  is_edited: message.isEdited,
  is_forwarded: message.isForwarded,
  forwarded_from: message.isDeleted || !message.forwardedFrom ? null : { id: message.forwardedFrom.id },
  parent_message: message.isDeleted || !message.parent ? null : { id: message.parent.id },
  delivered_to: deliveredTo(message),
  read_receipts: readReceiptsOf(message),
  reactions: reactionsOf(message),
  attachments: message.isDeleted ? [] : message.attachments.map(withoutMetadata),
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
  link_previews: [],
  link_previews_truncated: hasLinkPreviews(message) || undefined,
});

/** Without the own votes, which are as they were. */
const pollOf = ({ isDeleted, poll }: StoredMessage): ShortMessage['poll'] =>
  isDeleted || !poll ? null : toPublicPoll(poll);

function withoutMetadata(stored: StoredMessage['attachments'][number]): ShortMessage['attachments'][number] {
  const attachment = toAttachment(stored);
  return {
    id: attachment.id,
    media_url: attachment.media_url,
    media_type: attachment.media_type,
    mime_type: attachment.mime_type,
    file_size: attachment.file_size,
    caption: attachment.caption,
    filename: attachment.filename,
    state: attachment.state,
    width: attachment.width,
    height: attachment.height,
    duration: attachment.duration,
    thumbnail_url: attachment.thumbnail_url,
    sha256: attachment.sha256,
  };
}
