import type { Attachment, User } from '@parley/protocol';

import { mergeUser } from './merge-user.js';

const user = (id: number, first_name = ''): User => ({
  id,
  username: `user${String(id)}`,
  first_name,
  last_name: '',
  avatar: null,
  status: null,
  is_bot: false,
});

describe('a changed user', () => {
  it('is merged wherever the user is, and keeps what else is there', () => {
    const room = {
      id: 1,
      creator: { ...user(2), role: 'creator' },
      messages: [{ sender: user(1), read_receipts: [{ reader: user(2) }] }],
    };
    const changed = { ...user(2, 'Bob'), status: { text: 'Away', emoji: null, until: null }, custom: { a: 1 } };
    const { custom: _custom, ...shown } = changed;
    expect(mergeUser(room, changed)).toEqual({
      id: 1,
      creator: { ...shown, role: 'creator' },
      messages: [{ sender: user(1), read_receipts: [{ reader: shown }] }],
    });
  });

  it('is no guest any more where it was one', () => {
    const guest = { ...user(1), is_guest: true };
    expect(mergeUser([{ sender: user(1) }], guest)).toEqual([{ sender: guest }]);
    expect(mergeUser([{ sender: guest }], user(1))).toEqual([{ sender: user(1) }]);
  });

  it('leaves objects without the user as they are', () => {
    const messages = [{ sender: user(1) }, { sender: user(2) }];
    expect(mergeUser(messages, user(3, 'Carol'))).toBe(messages);
    expect(mergeUser(messages, user(2, 'Bob'))[0]).toBe(messages[0]);
  });
});

describe('a changed file', () => {
  const file = (id: string, state: Attachment['state']): Attachment => ({
    id,
    media_url: `/api/files/${id}`,
    media_type: 'file',
    mime_type: 'text/plain',
    file_size: 1,
    caption: '',
    metadata: {},
    filename: `${id}.txt`,
    state,
    width: null,
    height: null,
    duration: null,
    thumbnail_url: null,
    sha256: null,
  });

  it('is replaced wherever a message shows it, and nothing else is', () => {
    const other = { attachments: [file('b', 'pending')], metadata: { id: 'a' } };
    const shown = { attachments: [file('a', 'pending'), file('b', 'ready')] };
    const messages = [other, shown, { attachments: [], forwarded_from: shown }];
    const merged = mergeUser(messages, file('a', 'ready'));
    const now = { attachments: [file('a', 'ready'), file('b', 'ready')] };
    expect(merged).toEqual([other, now, { attachments: [], forwarded_from: now }]);
    expect(merged[0]).toBe(other);
  });
});
