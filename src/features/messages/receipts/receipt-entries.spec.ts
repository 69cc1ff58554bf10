import { serialise } from '@parley/realtime/restricted-part';

import { SHORT_MESSAGE_BYTES } from '../short-message-cut.js';
import type { StoredMessage } from '../message.view.js';
import { MESSAGE_TIME, namedUser, storedMessage } from '../stored-message.fake.js';
import { receiptEntries } from './receipt-entries.js';

/** A message that these users have read. */
const readBy = (readers: readonly number[], name = ''): StoredMessage =>
  storedMessage({
    receipts: readers.map((id) => ({
      user: { ...namedUser(id), first_name: name, last_name: name },
      deliveredAt: MESSAGE_TIME,
      readAt: MESSAGE_TIME,
    })),
  });

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('the entries of a message that several users have read', () => {
  it('are one, with all receipts, while they fit', () => {
    const [entry, ...more] = receiptEntries(readBy([1, 2, 3]), new Set([3]));
    expect(more).toEqual([]);
    expect(entry?.read_receipts.map(({ reader }) => reader.id)).toEqual([1, 2, 3]);
    expect(entry?.read_receipts_truncated).toBeUndefined();
  });

  it.each(['', '💬'.repeat(60)])('show each of the readers once, and are short: %j', (name) => {
    const entries = receiptEntries(readBy(upTo(300), name), new Set(upTo(200)));
    const shown = entries.flatMap(({ read_receipts: receipts }) => receipts.map(({ reader }) => reader.id));
    expect(shown).toEqual(upTo(200));
    for (const entry of entries) {
      expect(Buffer.byteLength(serialise(entry).text)).toBeLessThanOrEqual(SHORT_MESSAGE_BYTES);
      expect(entry).toMatchObject({ content: 'Hello', read_receipts_truncated: true, delivered_to_truncated: true });
    }
  });
});
