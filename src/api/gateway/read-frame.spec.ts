import { ErrorCode, Refusal } from '@parley/protocol';
import fc from 'fast-check';

import { readFrame } from './read-frame.js';

/** The detail of the refusal that the text is answered with. */
function faultOf(text: string): unknown {
  const read = readFrame(text);
  if (!('fault' in read)) return undefined;
  expect(read.fault).toBeInstanceOf(Refusal);
  expect((read.fault as Refusal).code).toBe(ErrorCode.invalid);
  return (read.fault as Refusal).detail;
}

describe('reading a frame', () => {
  it('returns the fields that a client sent', () => {
    const text = '{"event_type":"room.info","data":{"room_id":"r"},"request_id":"q1"}';
    expect(readFrame(text)).toEqual({
      eventType: 'room.info',
      requestId: 'q1',
      readAt: expect.any(Number) as number,
      frame: { event_type: 'room.info', data: { room_id: 'r' } },
    });
  });

  it.each(['', '{', 'undefined', "{'event_type':1}"])('rejects %j as not JSON', (text) => {
    expect(faultOf(text)).toBe('The frame is not JSON.');
  });

  it.each(['null', '[]', '7', '"text"', 'true'])('rejects %j as not an object', (text) => {
    expect(faultOf(text)).toBe('The frame is not a JSON object.');
  });

  it('lists the faults of all fields', () => {
    expect(faultOf('{"event_type":7,"data":[],"request_id":""}')).toEqual({
      event_type: ['Must be a text.'],
      data: ['Must be an object.'],
      request_id: ['Must be a text of 1 to 64 characters.'],
    });
    expect(faultOf('{}')).toEqual({ event_type: ['This field is required.'], data: ['This field is required.'] });
  });

  it('keeps the request id of a rejected frame', () => {
    expect(readFrame('{"data":{},"request_id":"q2"}')).toMatchObject({ requestId: 'q2', eventType: undefined });
  });

  it('accepts a request id of 64 characters and rejects one of 65', () => {
    const frame = (id: string) => JSON.stringify({ event_type: 'e', data: {}, request_id: id });
    expect(faultOf(frame('🙂'.repeat(64)))).toBeUndefined();
    expect(faultOf(frame('🙂'.repeat(65)))).toBeDefined();
  });

  it('rejects lone surrogates at any place in the data', () => {
    const fault = { content: ['Has a lone surrogate.'] };
    expect(faultOf('{"event_type":"e","data":{"content":"\\ud800"}}')).toEqual(fault);
    expect(faultOf('{"event_type":"e","data":{"content":[{"deep":["\\udc00 "]}]}}')).toEqual(fault);
    expect(faultOf('{"event_type":"e","data":{"content":{"\\ud800":1}}}')).toEqual(fault);
    expect(faultOf('{"event_type":"e","data":{"content":"\\ud83d\\ude00"}}')).toBeUndefined();
  });

  it('rejects too deep nesting, however deep', () => {
    const nested = (depth: number) => `{"event_type":"e","data":{"x":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
    expect(faultOf(nested(20))).toBeUndefined();
    expect(faultOf(nested(40))).toEqual({ x: ['Is nested too deeply.'] });
    expect(faultOf(nested(30_000))).toEqual({ x: ['Is nested too deeply.'] });
  });

  it('never throws for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc.jsonValue().map((value) => JSON.stringify({ event_type: 'e', data: value })),
        ),
        (text) => {
          const read = readFrame(text);
          expect('frame' in read || read.fault instanceof Refusal).toBe(true);
        },
      ),
    );
  });
});
