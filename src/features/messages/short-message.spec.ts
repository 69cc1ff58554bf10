import type { ShortMessage, User } from '@parley/protocol';
import { serialise, withParts } from '@parley/realtime/restricted-part';
import fc from 'fast-check';

import { sampled } from '../../../test/support/sample.js';
import type { AttachedFile, StoredAttachment } from './attachments/attachment.view.js';
import { toMessage } from './message.view.js';
import type { StoredMessage } from './message.view.js';
import { toShortMessage } from './short-message.js';
import { SHORT_MESSAGE_BYTES } from './short-message-cut.js';
import type { ListedChange } from './short-message-cut.js';

const text = (most: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.string({ unit: 'binary', maxLength: 20 }), fc.nat(most), fc.constantFrom('', 'a', '\0', '"', 'é', '💬'))
    .map(([start, count, filling]) =>
      Array.from(start + filling.repeat(count))
        .slice(0, most)
        .join(''),
    );
const at = new Date('2026-01-01T12:00:00.000Z');

const userOf = (id: number): fc.Arbitrary<User> =>
  fc.record({
    id: fc.constant(id),
    username: username(id),
    first_name: text(5_000),
    last_name: text(5_000),
    avatar: fc.option(fc.nat(482).map((count) => `https://x.example/${'𠀀'.repeat(count)}`)),
    status: fc.option(fc.record({ text: text(100), emoji: fc.option(text(32)), until: fc.constant(at.toISOString()) })),
    is_bot: fc.boolean(),
  });
/** At most 150 letters, of up to four bytes. */
const username = (id: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(140), fc.constantFrom('a', 'é', '中', '𠀀'))
    .map(([count, letter]) => letter.repeat(count) + String(id));

const file: fc.Arbitrary<AttachedFile> = fc.record({
  state: fc.constant('ready'),
  secret: fc.constant('a'.repeat(43)),
  filename: text(400),
  width: fc.option(fc.nat(40_000)),
  height: fc.option(fc.nat(40_000)),
  duration: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
  has_thumbnail: fc.boolean(),
  sha256: fc.constant('f'.repeat(64)),
});

const attachment = (at: number): fc.Arbitrary<StoredAttachment> =>
  fc.record({
    id: fc.constant(`00000000-0000-7000-8000-${String(at).padStart(12, '0')}`),
    media_url: fc.nat(1_980).map((count) => `https://x.example/${'a'.repeat(count)}`),
    media_type: fc.constantFrom('image', 'file'),
    mime_type: fc.constant('image/png'),
    file_size: fc.nat(),
    caption: text(2_000),
    metadata: fc.record({ a: text(8_000) }),
    file: fc.option(file),
  });

/** A list of up to this many entries, one a user; the user's ids are 0, 1 and so on. */
const ofUsers = <Entry>(most: number, entry: (user: User) => Entry): fc.Arbitrary<Entry[]> =>
  fc.nat(most).chain((count) => fc.tuple(...Array.from({ length: count }, (_, id) => userOf(id).map(entry))));

const severalOf = (user: User, count: number): StoredMessage['reactions'] =>
  Array.from({ length: count }, (_, nr) => ({ user, content: `${String(nr)}${'𠀀'.repeat(62)}`, createdAt: at }));

const PREVIEW = { url: 'https://example.com/', title: 'Example', description: '', site: 'example.com', picture: null };

const message = (parent: fc.Arbitrary<StoredMessage | null>): fc.Arbitrary<StoredMessage> =>
  fc.record({
    id: fc.uuid({ version: 7 }),
    roomId: fc.uuid({ version: 7 }),
    seq: fc.constant(Number.MAX_SAFE_INTEGER),
    sender: userOf(Number.MAX_SAFE_INTEGER),
    content: fc.oneof(text(60), text(10_000)),
    isForwarded: fc.boolean(),
    isEdited: fc.boolean(),
    isDeleted: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
    clientMessageId: fc.option(fc.uuid()),
    createdAt: fc.constant(at),
    updatedAt: fc.constant(at),
    kind: fc.constant('text'),
    metadata: fc.oneof(fc.constant({}), fc.record({ a: text(2_000) })),
    editedAt: fc.option(fc.constant(at)),
    mentions: fc.record({ users: ofUsers(50, (user) => user), room: fc.boolean() }),
    pin: fc.option(fc.record({ by: userOf(31), at: fc.constant(at) })),
    thread: fc.option(fc.record({ id: fc.uuid({ version: 7 }), alsoToRoom: fc.boolean() })),
    replies: fc.option(
      fc.record({ count: fc.nat(200), lastAt: fc.constant(at), participants: ofUsers(5, (user) => user) }),
    ),
    poll: fc.option(
      fc.record({
        options: fc.array(fc.record({ text: text(200), votes: fc.nat(), voters: ofUsers(10, (user) => user) }), {
          minLength: 2,
          maxLength: 12,
        }),
        isMultiple: fc.boolean(),
        isAnonymous: fc.boolean(),
        isClosed: fc.boolean(),
        closesAt: fc.option(fc.constant(at)),
        own: fc.option(fc.constant({ userId: 1, options: [0] }), { nil: undefined }),
      }),
    ),
    linkPreviews: fc.constantFrom([], [PREVIEW]),
    parent,
    forwardedFrom: parent,
    receipts: ofUsers(30, (user) => ({ user, readAt: user.id % 3 === 0 ? null : at })),
    reactions: fc
      .tuple(
        ofUsers(30, (user) => user),
        text(64),
        fc.nat(19),
      )
      .map(([users, content, further]) => [
        ...users.map((user) => ({ user, content: content || '👍', createdAt: at })),
        ...users.slice(0, 1).flatMap((user) => severalOf(user, further)),
      ]),
    attachments: fc.nat(10).chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => attachment(at)))),
  });

const anyMessage = message(fc.option(message(fc.constant(null))));
const change: fc.Arbitrary<ListedChange> = fc.record({
  userId: fc.option(fc.nat(30)),
  lists: fc.constantFrom('reactions', 'receipts', 'pin'),
});

/** The message as a reader of every room receives it. */
function received(stored: StoredMessage, { userId, lists }: ListedChange): { text: string; short: ShortMessage } {
  const { text, parts } = serialise(toShortMessage(stored, { userId, lists }));
  const whole = withParts(text, parts);
  return { text: whole, short: JSON.parse(whole) as ShortMessage };
}

/** The fields that a message has of a message to which it refers. */
const referenceTo = (other: StoredMessage | null, { isDeleted }: StoredMessage): object | null =>
  isDeleted || !other ? null : { id: other.id };

const forAny = (check: (stored: StoredMessage, change: ListedChange) => void): void => {
  fc.assert(fc.property(anyMessage, change, check), { numRuns: sampled(50) });
};

describe('a short message, of any message', () => {
  it('is at most 4 KiB', () => {
    forAny((stored, change) => {
      expect(Buffer.byteLength(received(stored, change).text)).toBeLessThanOrEqual(SHORT_MESSAGE_BYTES);
    });
  });

  it('has all keys of a message', () => {
    forAny((stored, change) => {
      expect(Object.keys(received(stored, change).short)).toEqual(
        expect.arrayContaining(Object.keys(toMessage(stored))),
      );
    });
  });

  it('has no previews, and says whether the message has some', () => {
    forAny((stored, change) => {
      const { link_previews, link_previews_truncated } = received(stored, change).short;
      expect([link_previews, link_previews_truncated]).toEqual([
        [],
        toMessage(stored).link_previews.length > 0 || undefined,
      ]);
    });
  });

  it('contains the entries of the user in the lists that have changed', () => {
    forAny((stored, { userId, lists }) => {
      const { short } = received(stored, { userId, lists });
      const isOwn = ({ user }: { user: User }): boolean => user.id === userId;
      const own = stored.receipts.find(isOwn);
      if (lists === 'pin') {
        expect(short.pinned?.by.id).toBe(stored.isDeleted ? undefined : stored.pin?.by.id);
      } else if (lists === 'reactions') {
        expect(latestOf(short.reactions, userId)).toBe(latestOf(toMessage(stored).reactions, userId));
      } else {
        expect(short.delivered_to.includes(own?.user.username ?? '')).toBe(own !== undefined);
        expect(short.read_receipts.some(({ reader }) => reader.id === userId)).toBe(Boolean(own?.readAt));
      }
    });
  });

  it('marks exactly what is cut, and keeps the order of the lists and the beginning of the content', () => {
    forAny((stored, change) => {
      const { short } = received(stored, change);
      const whole = JSON.parse(JSON.stringify(toMessage(stored))) as ShortMessage;
      expect(whole.content.startsWith(short.content)).toBe(true);
      expect(short.content.isWellFormed()).toBe(true);
      expect(short.content_truncated ?? false).toBe(short.content !== whole.content);
      for (const key of ['delivered_to', 'read_receipts', 'reactions', 'attachments', 'mentions'] as const) {
        const all = whole[key].map(identity);
        const listed = short[key].map(identity);
        expect(listed).toEqual(all.filter((each) => listed.includes(each)));
        expect(short[`${key}_truncated`] ?? false).toBe(listed.length < all.length);
      }
      expect(short.pinned?.at).toBe(short.pinned_truncated ? undefined : whole.pinned?.at);
      expect(short.poll).toEqual(short.poll_truncated ? null : whole.poll);
      expect(short.metadata).toEqual(short.metadata_truncated ? {} : whole.metadata);
    });
  });

  it('refers to the parent and to the forwarded message by id alone, and has no metadata', () => {
    forAny((stored, change) => {
      const { short } = received(stored, change);
      expect(short.parent_message).toEqual(referenceTo(stored.parent, stored));
      expect(short.forwarded_from).toEqual(referenceTo(stored.forwardedFrom, stored));
      for (const each of short.attachments) expect(each).not.toHaveProperty('metadata');
    });
  });

  it('is complete if it fits', () => {
    forAny((stored, change) => {
      const complete = JSON.stringify({
        ...toMessage(stored),
        parent_message: referenceTo(stored.parent, stored),
        forwarded_from: referenceTo(stored.forwardedFrom, stored),
        attachments: toMessage(stored).attachments.map(({ metadata: _metadata, ...each }) => each),
      });
      if (Buffer.byteLength(complete) <= SHORT_MESSAGE_BYTES) {
        expect(received(stored, change).short).toEqual(JSON.parse(complete));
      }
    });
  });
});

const latestOf = (
  reactions: readonly { readonly user: Pick<User, 'id'>; readonly reaction_content: string }[],
  userId: number | null,
): string | undefined => reactions.findLast(({ user }) => user.id === userId)?.reaction_content;

/** The fields that distinguish the entries of a list. */
function identity(
  entry: ShortMessage['delivered_to' | 'read_receipts' | 'reactions' | 'attachments' | 'mentions'][number],
) {
  if (typeof entry === 'string') return entry;
  if ('reader' in entry) return entry.reader.id;
  return 'user' in entry ? `${String(entry.user.id)} ${entry.reaction_content}` : entry.id;
}

const ALICE: User = {
  id: 1,
  username: 'alice',
  first_name: '',
  last_name: '',
  avatar: null,
  status: null,
  is_bot: false,
};
const FIXED: StoredMessage = {
  id: '00000000-0000-7000-8000-000000000001',
  roomId: '00000000-0000-7000-8000-0000000000aa',
  seq: 7,
  sender: ALICE,
  content: '💬'.repeat(10_000),
  isForwarded: true,
  isEdited: false,
  isDeleted: false,
  clientMessageId: null,
  createdAt: at,
  updatedAt: at,
  kind: 'text',
  metadata: {},
  editedAt: null,
  mentions: { users: [], room: false },
  pin: null,
  thread: null,
  replies: null,
  poll: null,
  linkPreviews: [],
  parent: null,
  forwardedFrom: null,
  receipts: [],
  reactions: [],
  attachments: [],
};
const longest = (id: number): User => {
  const name = '\0'.repeat(999);
  const status = { text: '𠀀'.repeat(100), emoji: '𠀀'.repeat(32), until: at.toISOString() };
  const avatar = `https://x.example/${'𠀀'.repeat(482)}`;
  return { id, username: '𠀀'.repeat(150), first_name: name, last_name: name, avatar, status, is_bot: false };
};
const ADDED: ListedChange = { userId: 1, lists: 'reactions' };

describe('a short message', () => {
  it('uses the space that the lists leave for its content', () => {
    const { text } = received(FIXED, ADDED);
    // Less than one emoji and the marks of the lists remain unused.
    expect(Buffer.byteLength(text)).toBeGreaterThan(SHORT_MESSAGE_BYTES - 220);
  });

  it('lists the newest reactions if they do not all fit', () => {
    const reactions = Array.from({ length: 100 }, (_, id) => ({
      user: { ...ALICE, id },
      content: '👍',
      createdAt: at,
    }));
    const listed = received({ ...FIXED, reactions }, ADDED).short.reactions.map(({ user }) => user.id);
    expect(listed.length).toBeGreaterThan(10);
    expect(listed).toEqual([1, ...reactions.slice(1 - listed.length).map(({ user }) => user.id)]);
  });

  it('contains the entries of the user also with the longest names and the longest reaction', () => {
    const user = longest(Number.MAX_SAFE_INTEGER);
    const stored: StoredMessage = {
      ...FIXED,
      sender: longest(1),
      clientMessageId: FIXED.id,
      parent: FIXED,
      forwardedFrom: FIXED,
      receipts: [{ user, readAt: at }],
      reactions: [{ user, content: '\0'.repeat(64), createdAt: at }],
    };
    const reacted = received(stored, { userId: user.id, lists: 'reactions' });
    expect(reacted.short.reactions).toMatchObject([{ user: { id: user.id } }]);
    const read = received(stored, { userId: user.id, lists: 'receipts' });
    expect(read.short).toMatchObject({ delivered_to: [user.username], read_receipts: [{ reader: { id: user.id } }] });
    for (const { text } of [reacted, read]) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(SHORT_MESSAGE_BYTES);
  });

  it('names the user who pinned it, after a change of its pin also with the longest names', () => {
    const by = longest(Number.MAX_SAFE_INTEGER);
    const stored: StoredMessage = {
      ...FIXED,
      sender: longest(1),
      clientMessageId: FIXED.id,
      pin: { by, at },
      reactions: [{ user: by, content: '+1', createdAt: at }],
    };
    const { text, short } = received(stored, { userId: by.id, lists: 'pin' });
    expect(short.pinned).toMatchObject({ by: { id: by.id, username: by.username }, at: at.toISOString() });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(SHORT_MESSAGE_BYTES);
    const reacted = received(stored, ADDED).short;
    expect(reacted).toMatchObject({ pinned: null, pinned_truncated: true });
  });

  it('names a forwarded message of another room only to the members of that room', () => {
    const source = { ...FIXED, id: '00000000-0000-7000-8000-000000000002' };
    const hidden = { ...source, roomId: '00000000-0000-7000-8000-0000000000bb' };
    const { text, parts } = serialise(toShortMessage({ ...FIXED, forwardedFrom: hidden }, ADDED));
    expect(JSON.parse(text)).toMatchObject({ is_forwarded: true, forwarded_from: null });
    expect(text).not.toContain(hidden.id);
    expect(parts).toEqual([expect.objectContaining({ text: JSON.stringify({ id: hidden.id }) })]);
    expect(received({ ...FIXED, forwardedFrom: source }, ADDED).short.forwarded_from).toEqual({ id: source.id });
  });
});
