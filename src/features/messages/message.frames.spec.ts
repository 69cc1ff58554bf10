import type { User } from '@parley/protocol';

import { bounded, LARGEST_MESSAGE_BYTES, messageReacted } from './message.frames.js';
import type { AttachedFile } from './attachments/attachment.view.js';
import { toMessage } from './message.view.js';
import type { StoredMessage } from './message.view.js';

const at = new Date('2026-01-01T12:00:00.000Z');
const MOST_UPLOADS = 20;
/** A frame of a request bounds the metadata of all. */
const METADATA = { a: 'a'.repeat(64_000 / MOST_UPLOADS) };
/** Six bytes a character as JSON. */
const LONGEST_NAME = '\u0001'.repeat(150);

const userOf = (id: number): User => ({
  id,
  username: '𠀀'.repeat(140) + String(id),
  first_name: LONGEST_NAME,
  last_name: LONGEST_NAME,
  avatar: `https://x.example/${'𠀀'.repeat(482)}`,
  status: { text: '𠀀'.repeat(100), emoji: '𠀀'.repeat(32), until: at.toISOString() },
  is_bot: false,
});

/** A message with the longest content and the largest attachments, and this many receipts and reactions each. */
const messageWith = (entries: number, related: StoredMessage | null = null): StoredMessage => {
  const users = Array.from({ length: entries }, (_, id) => userOf(id));
  return {
    id: 'a',
    roomId: 'b',
    seq: 1,
    sender: userOf(0),
    content: '\u0001'.repeat(10_000),
    isForwarded: false,
    isEdited: false,
    isDeleted: false,
    clientMessageId: null,
    createdAt: at,
    updatedAt: at,
    kind: 'text',
    metadata: { a: 'a'.repeat(8_000) },
    editedAt: null,
    mentions: { users: users.slice(0, 50), room: true },
    pin: { by: userOf(0), at },
    thread: null,
    replies: { count: 200, lastAt: at, participants: users.slice(0, 5) },
    poll: null,
    linkPreviews: [],
    parent: related,
    forwardedFrom: related,
    receipts: users.map((user) => ({ user, readAt: at })),
    reactions: users.map((user) => ({ user, content: '👍'.repeat(16), createdAt: at })),
    attachments: Array.from({ length: MOST_UPLOADS }, () => ({
      id: 'c',
      media_url: 'https://x.example/',
      media_type: 'file',
      mime_type: 'text/csv',
      file_size: 1,
      caption: '',
      metadata: METADATA,
      file: FILE,
    })),
  };
};

const FILE: AttachedFile = {
  state: 'ready',
  secret: 'a'.repeat(43),
  filename: '\u0001'.repeat(400),
  sha256: 'f'.repeat(64),
  width: 40_000,
  height: 40_000,
  duration: null,
  has_thumbnail: true,
};

const bytesOf = (message: StoredMessage): number => Buffer.byteLength(JSON.stringify(toMessage(message)));

describe('bounded', () => {
  it.each([0, 10, 11, 60, 1_000])('keeps a message with %i entries in each list within its bound', (entries) => {
    expect(bytesOf(bounded(messageWith(entries, messageWith(entries))))).toBeLessThanOrEqual(LARGEST_MESSAGE_BYTES);
  });

  it('returns a message that fits unchanged', () => {
    const message = messageWith(25);
    expect(bounded(message)).toBe(message);
  });

  it('keeps the content and the beginnings of the lists of a message that does not fit', () => {
    const message = messageWith(1_000, messageWith(1));
    const short = bounded(message);
    expect(short).toMatchObject({ content: message.content, attachments: message.attachments });
    expect(short.receipts).toEqual(message.receipts.slice(0, 20));
    expect(short.parent).toMatchObject({ receipts: [], reactions: [], content: message.content });
  });
});

describe('a reaction', () => {
  const reactions = (count: number): StoredMessage['reactions'] =>
    Array.from({ length: count }, (_, nr) => ({ user: userOf(1), content: String(nr), createdAt: at }));
  const reacted = (message: Partial<StoredMessage>, userId: number | null = 1) =>
    messageReacted('add', { ...messageWith(0), ...message }, userId).data.message;

  it('lists the latest of the user, and tells the others that do not fit', () => {
    const message = reacted({ reactions: reactions(20) });
    const unlisted = message.unlisted_reactions as readonly string[];
    const listed = message.reactions.map(({ reaction_content: content }) => content);
    expect(listed.at(-1)).toBe('19');
    expect([...unlisted, ...listed]).toEqual(reactions(20).map(({ content }) => content));
    expect(unlisted.length).toBeGreaterThan(0);
  });

  it('tells nothing of a message whose reactions of the user are all listed, that is deleted, or whose user is not known', () => {
    for (const message of [
      reacted({ reactions: reactions(1) }),
      reacted({ reactions: reactions(20), isDeleted: true }),
      reacted({ reactions: reactions(20) }, null),
    ]) {
      expect(message.unlisted_reactions).toBeUndefined();
    }
  });
});
