import type { Attachment, Message, Reaction, ShortMessage, User } from '@parley/protocol';

import { mergeMessage, mergeReceipts } from './merge-message.js';
import { Timeline } from './timeline.js';

const user = (id: number): User => ({
  id,
  username: `user${String(id)}`,
  first_name: '',
  last_name: '',
  avatar: null,
  status: null,
  is_bot: false,
});
const reaction = (id: number, content = '👍'): Reaction => ({
  user: user(id),
  reaction_content: content,
  created_at: `2026-01-01T12:00:0${String(id)}.000Z`,
});
const receipt = (id: number) => ({ reader: user(id), read_at: '2026-01-01T12:00:00.000Z' });
const ATTACHMENT: Attachment = {
  id: 'picture',
  media_url: 'https://x.example/a',
  media_type: 'image',
  mime_type: 'image/png',
  file_size: 1,
  caption: '',
  metadata: { width: 64 },
  filename: null,
  state: null,
  width: null,
  height: null,
  duration: null,
  thumbnail_url: null,
  sha256: null,
};

function message(id: string, fields: Partial<Message> = {}): Message {
  return {
    id,
    room: { id: 'room' },
    sender: user(1),
    content: 'a long text',
    is_deleted: false,
    is_edited: false,
    is_forwarded: false,
    forwarded_from: null,
    parent_message: null,
    delivered_to: [],
    read_receipts: [],
    reactions: [],
    attachments: [],
    created_at: '2026-01-01T12:00:00.000Z',
    updated_at: '2026-01-01T12:00:00.000Z',
    seq: 1,
    client_message_id: null,
    kind: 'text',
    metadata: {},
    edited_at: null,
    mentions: [],
    mention_room: false,
    pinned: null,
    thread: null,
    also_to_room: false,
    thread_summary: null,
    poll: null,
    link_previews: [],
    ...fields,
  };
}

const KNOWN = message('reply', {
  seq: 2,
  parent_message: message('parent'),
  forwarded_from: message('source'),
  delivered_to: ['user1', 'user2'],
  read_receipts: [receipt(1)],
  reactions: [reaction(1), reaction(2)],
  attachments: [ATTACHMENT],
  metadata: { a: 1 },
  mentions: [user(1), user(2)],
});
const { metadata: _metadata, ...SHORT_ATTACHMENT } = ATTACHMENT;

const short = (fields: Partial<ShortMessage> = {}): ShortMessage => ({
  ...KNOWN,
  parent_message: { id: 'parent' },
  forwarded_from: { id: 'source' },
  attachments: [SHORT_ATTACHMENT],
  ...fields,
});

describe('mergeMessage', () => {
  it('keeps what a short message leaves out: parent, forwarded message and metadata', () => {
    expect(mergeMessage(KNOWN, short())).toEqual(KNOWN);
    expect(mergeMessage(KNOWN, short({ attachments: [], attachments_truncated: true }))).toEqual(KNOWN);
    expect(mergeMessage(KNOWN, short({ metadata: {}, metadata_truncated: true }))).toEqual(KNOWN);
    expect(mergeMessage(KNOWN, short({ mentions: [user(2)], mentions_truncated: true }))).toEqual(KNOWN);
  });

  it('keeps the known content if that of the short message is cut, and takes a complete one', () => {
    expect(mergeMessage(KNOWN, short({ content: 'a lo', content_truncated: true })).content).toBe('a long text');
    expect(mergeMessage(KNOWN, short({ content: 'edited', is_edited: true }))).toMatchObject({
      content: 'edited',
      is_edited: true,
    });
  });

  it('removes the parent and the forwarded message if the short message has none', () => {
    const merged = mergeMessage(KNOWN, short({ parent_message: null, forwarded_from: null }));
    expect(merged).toMatchObject({ parent_message: null, forwarded_from: null });
  });

  it('replaces a complete list of reactions, and adds receipts to the known ones', () => {
    const lists = { delivered_to: ['user3'], read_receipts: [receipt(3)], reactions: [reaction(3)] };
    expect(mergeMessage(KNOWN, short(lists))).toMatchObject({
      delivered_to: ['user1', 'user2', 'user3'],
      read_receipts: [receipt(1), receipt(3)],
      reactions: [reaction(3)],
    });
    expect(mergeMessage(KNOWN, short({ reactions: [] })).reactions).toEqual([]);
  });

  it('adds the entries of cut lists to the known ones, one per user', () => {
    const merged = mergeMessage(
      KNOWN,
      short({
        delivered_to: ['user2', 'user3'],
        read_receipts: [receipt(3)],
        reactions: [reaction(2, '🎉'), reaction(3)],
        reactions_truncated: true,
      }),
      2,
    );
    expect(merged.delivered_to).toEqual(['user1', 'user2', 'user3']);
    expect(merged.read_receipts).toEqual([receipt(1), receipt(3)]);
    expect(merged.reactions).toEqual([reaction(1), reaction(2, '🎉'), reaction(3)]);
  });

  it('keeps the other reactions of a user who has several, of which a cut list has some', () => {
    const known = message('several', { reactions: [reaction(1, 'a'), reaction(2, 'a'), reaction(2, 'b')] });
    const cut = { ...short(), reactions: [reaction(2, 'c')], reactions_truncated: true as const };
    const contents = (merged: Message) =>
      merged.reactions.map(({ user: { id }, reaction_content: content }) => `${String(id)}${content}`);
    expect(contents(mergeMessage(known, { ...cut, unlisted_reactions: ['a', 'b'] }, 2))).toEqual([
      '1a',
      '2a',
      '2b',
      '2c',
    ]);
    expect(contents(mergeMessage(known, { ...cut, unlisted_reactions: ['b'] }, 2))).toEqual(['1a', '2b', '2c']);
    expect(contents(mergeMessage(known, cut, 2))).toEqual(['1a', '2c']);
    expect(contents(mergeMessage(known, cut, 1))).toEqual(['2a', '2b', '2c']);
  });

  it('removes the reaction of the user who removed it from a cut list', () => {
    const cut = short({ reactions: [], reactions_truncated: true });
    expect(mergeMessage(KNOWN, cut, 2).reactions).toEqual([reaction(1)]);
    expect(mergeMessage(KNOWN, cut, null).reactions).toEqual(KNOWN.reactions);
  });
});

describe('mergeReceipts', () => {
  it('takes nothing else of the short message, which may be older', () => {
    const older = short({ content: 'before', reactions: [], pinned: null, read_receipts: [receipt(3)] });
    const merged = mergeReceipts(KNOWN, older);
    expect(merged).toEqual({ ...KNOWN, read_receipts: [receipt(1), receipt(3)] });
  });
});

describe('a Timeline', () => {
  it('merges a short message into the message, and into the replies to it', () => {
    const timeline = new Timeline(() => undefined);
    timeline.add([message('parent', { attachments: [ATTACHMENT] }), KNOWN]);
    const changed = { ...short(), id: 'parent', content: '', content_truncated: true as const };
    const merged = timeline.merge({ ...changed, parent_message: null, reactions: [reaction(3)] }, 3);
    expect(merged).toMatchObject({ content: 'a long text', attachments: [ATTACHMENT], reactions: [reaction(3)] });
    const [parent, reply] = timeline.all;
    expect(parent).toBe(merged);
    expect(reply).toMatchObject({ id: 'reply', parent_message: { content: 'a long text', reactions: [reaction(3)] } });
  });

  it('does not add a short message that it does not contain', () => {
    const timeline = new Timeline(() => undefined);
    expect(timeline.merge(short())).toBeUndefined();
    expect(timeline.all).toEqual([]);
  });
});
