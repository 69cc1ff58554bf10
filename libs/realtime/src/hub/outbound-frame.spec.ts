import { OutboundFrame } from './outbound-frame.js';

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
