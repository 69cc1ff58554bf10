import { requestIdOf, routeOf } from './frame-routing.js';

const id = requestIdOf('tab.1', '7');
const routed = (frame: object): unknown[] => {
  const { socket, text, others } = routeOf(JSON.stringify(frame));
  return [socket, JSON.parse(text) as unknown, others === undefined ? undefined : (JSON.parse(others) as unknown)];
};

describe('a frame of the shared connection', () => {
  it('goes to the tab that has asked, with the id of its request', () => {
    const answer = { eventType: 'roominfo.dispatch', room_id: 'a', data: {} };
    expect(routed({ ...answer, request_id: id })).toEqual(['tab.1', { ...answer, request_id: '7' }, undefined]);
    const error = { code: 4004, detail: 'There is no such room.' };
    expect(routed({ error: { ...error, request_id: id } })).toEqual([
      'tab.1',
      { error: { ...error, request_id: '7' } },
      undefined,
    ]);
    expect(routed({ ...answer, request_id: '7' })).toEqual([undefined, { ...answer, request_id: '7' }, undefined]);
  });

  it.each([
    ['a change of a room', { eventType: 'message.dispatch', room_id: 'a', seq: 4, data: {} }],
    ['a change of the private state', { eventType: 'roomfavourite.dispatch', private_seq: 2, data: {} }],
    ['a receipt', { eventType: 'readreceipt.dispatch', room_id: 'a', data: [] }],
  ])('goes to all tabs if it is the own copy of %s', (_name, frame) => {
    expect(routed({ ...frame, request_id: id })).toEqual(['tab.1', { ...frame, request_id: '7' }, frame]);
    expect(routed({ ...frame, request_id: '7' })).toEqual([undefined, { ...frame, request_id: '7' }, frame]);
  });

  it('goes to all tabs if it answers no request', () => {
    const frame = { eventType: 'presence.dispatch', data: [] };
    expect(routed(frame)).toEqual([undefined, frame, frame]);
  });

  it('stays in the tab of the connection if it is a heartbeat, an error without a request or a repeated answer', () => {
    expect(routed({ status: 'success' })).toEqual([undefined, { status: 'success' }, undefined]);
    const error = { error: { code: 4003, detail: 'Not a frame.' } };
    expect(routed(error)).toEqual([undefined, error, undefined]);
    const repeated = { eventType: 'message.dispatch', room_id: 'a', seq: 4, data: {}, meta: { duplicate: true } };
    expect(routed({ ...repeated, request_id: id })).toEqual(['tab.1', { ...repeated, request_id: '7' }, undefined]);
  });
});
