import { confinedToRoom } from '../frame/confined.js';
import { answering, OutboundFrame, wireOf } from './outbound-frame.js';

const typing = { eventType: 'messagetyping.dispatch', data: { username: 'alice' } };

describe('a frame that a slow reader can do without', () => {
  it('is one on every node', () => {
    const sent = OutboundFrame.of(typing, undefined, true);
    const received = new OutboundFrame(JSON.parse(JSON.stringify(sent.wire)) as OutboundFrame['wire']);
    expect([sent.droppable, received.droppable]).toEqual([true, true]);
  });

  it('is none that does not say so', () => {
    expect(OutboundFrame.of(typing).droppable).toBe(false);
  });
});

describe('a frame that answers', () => {
  const told = { eventType: 'message.dispatch', data: { source: confinedToRoom('a', { text: 'hidden' }) }, seq: 7 };
  const read = ({ wire }: OutboundFrame): unknown => JSON.parse(wire.text);

  it('says what everybody hears, and the id of the question', () => {
    const frame = new OutboundFrame(answering(wireOf(told), 'a "quoted" id'));
    expect(read(frame)).toEqual({
      eventType: 'message.dispatch',
      data: { source: null },
      seq: 7,
      request_id: 'a "quoted" id',
    });
    expect(read(OutboundFrame.of(told, 'a "quoted" id'))).toEqual(read(frame));
  });

  it('shows what is confined to those who may read it', () => {
    const frame = new OutboundFrame(answering(wireOf(told), '1')).readBy(new Set(['room:a']));
    expect(read(frame)).toMatchObject({ data: { source: { text: 'hidden' } }, request_id: '1' });
  });
});
