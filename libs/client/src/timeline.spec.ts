import type { Message } from '@parley/protocol';

import { Timeline } from './timeline.js';

const message = (seq: number, fields: Partial<Message> = {}): Message =>
  ({ id: String(seq), seq, thread: null, also_to_room: false, parent_message: null, ...fields }) as Message;
const outgoing = (id: string, extra_fields: object) => ({
  room_id: 'room',
  client_message_id: id,
  content: 'x',
  extra_fields: { ...extra_fields },
  created_at: '2026-01-01T12:00:00.000Z',
  pending: true,
});

describe('Timeline', () => {
  it('leaves replies in a thread alone out once they are stored', () => {
    const timeline = new Timeline(() => undefined);
    const thread = { id: '1' };
    timeline.add([message(1), message(2, { thread }), message(3, { thread, also_to_room: true })]);
    timeline.putOutgoing(outgoing('a', { thread_id: '1' }));
    timeline.putOutgoing(outgoing('b', { thread_id: '1', also_to_room: true }));
    timeline.putOutgoing(outgoing('c', {}));
    expect(timeline.all.map((each) => ('id' in each ? each.id : each.client_message_id))).toEqual([
      '1',
      '3',
      'a',
      'b',
      'c',
    ]);
    timeline.add([message(4, { thread, client_message_id: 'a' }), message(5, { client_message_id: 'c' })]);
    expect(timeline.all.map((each) => ('id' in each ? each.id : each.client_message_id))).toEqual(['1', '3', '5', 'b']);
  });

  it('shows the messages of an earlier version of the service', () => {
    const timeline = new Timeline(() => undefined);
    const { thread: _, also_to_room: __, ...earlier } = message(1);
    timeline.add([earlier as Message]);
    expect(timeline.all).toHaveLength(1);
  });
});
