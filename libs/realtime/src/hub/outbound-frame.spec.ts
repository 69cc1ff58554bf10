import { OutboundFrame, serialiseFrame, withRequestId } from './outbound-frame.js';
import { publicView, RestrictedPart, restrictedToRoom, restrictedToUser, SerialisedPart } from './restricted-part.js';

const typing = { eventType: 'messagetyping.dispatch', data: { username: 'alice' } };
const parsed = ({ serialised }: OutboundFrame): unknown => JSON.parse(serialised.text);

describe('OutboundFrame', () => {
  it('stays droppable when another node receives it', () => {
    const sent = OutboundFrame.from(typing, undefined, true);
    const received = new OutboundFrame(JSON.parse(JSON.stringify(sent.serialised)) as OutboundFrame['serialised']);
    expect([sent.droppable, received.droppable]).toEqual([true, true]);
  });

  it('is not droppable by default', () => expect(OutboundFrame.from(typing).droppable).toBe(false));

  describe('with a request_id', () => {
    const frame = {
      eventType: 'message.dispatch',
      data: { source: restrictedToRoom('a', { text: 'hidden' }) },
      seq: 7,
    };

    it('has the fields of the shared frame and the request_id', () => {
      const reply = new OutboundFrame(withRequestId(serialiseFrame(frame), 'a "quoted" id'));
      expect(parsed(reply)).toEqual({
        eventType: 'message.dispatch',
        data: { source: null },
        seq: 7,
        request_id: 'a "quoted" id',
      });
      expect(parsed(OutboundFrame.from(frame, 'a "quoted" id'))).toEqual(parsed(reply));
    });

    it('shows its restricted parts to the members of their group', () => {
      const reply = new OutboundFrame(withRequestId(serialiseFrame(frame), '1'));
      expect(parsed(reply.visibleTo(new Set(['room:a'])))).toMatchObject({
        data: { source: { text: 'hidden' } },
        request_id: '1',
      });
    });
  });
});

describe('a restricted part', () => {
  const plain = { text: 'quoted null', list: [1, null] };
  const value = { plain, source: restrictedToRoom('a', { text: 'hidden' }), list: [restrictedToRoom('b', {}), 'x'] };

  it('is a type of its own, and null for a serialiser that does not know it', () => {
    expect(value.source).toBeInstanceOf(RestrictedPart);
    expect(JSON.parse(JSON.stringify(value))).toEqual({ plain, source: null, list: [null, 'x'] });
  });

  it('is null in the public view, which copies nothing else', () => {
    const view = publicView<unknown>(value) as typeof value;
    expect(view).toEqual({ plain, source: null, list: [null, 'x'] });
    expect(view.plain).toBe(plain);
    expect(value.source).toBeInstanceOf(RestrictedPart);
  });
});

describe('a restricted field', () => {
  const own = restrictedToUser(7, [0, 2]);
  const data = { poll: { text: ',"a":', own }, list: [{ a: null, own }], after: restrictedToRoom('a', { text: 'x' }) };
  const frame = OutboundFrame.from({ eventType: 'pollupdate.dispatch', data }, 'a "quoted" id');
  const poll = { text: ',"a":' };

  it('is missing for others, also for a serialiser that does not know it, and in the public view', () => {
    const seen = { poll, list: [{ a: null }], after: null };
    expect(parsed(frame)).toEqual({ eventType: 'pollupdate.dispatch', data: seen, request_id: 'a "quoted" id' });
    expect(JSON.parse(JSON.stringify(data))).toEqual(seen);
    expect(publicView<unknown>(data)).toStrictEqual(seen);
  });

  it('is shown to the connections of its user', () => {
    expect(parsed(frame.visibleTo(new Set(['user:7'])))).toMatchObject({
      data: { poll: { ...poll, own: [0, 2] }, list: [{ a: null, own: [0, 2] }], after: null },
    });
    expect(parsed(frame.visibleTo(new Set(['user:8', 'room:a'])))).toMatchObject({
      data: { poll, list: [{ a: null }], after: { text: 'x' } },
    });
  });

  it('is shown within a serialised part', () => {
    const part = SerialisedPart.of([{ a: 1, own }]);
    const within = OutboundFrame.from({ eventType: 'x', data: { list: [part, part] } });
    expect(parsed(within)).toMatchObject({ data: { list: [[{ a: 1 }], [{ a: 1 }]] } });
    const list = [{ a: 1, own: [0, 2] }];
    expect(parsed(within.visibleTo(new Set(['user:7'])))).toMatchObject({ data: { list: [list, list] } });
  });
});

describe('a serialised part', () => {
  const source = (room: string): object => restrictedToRoom(room, { text: `hidden in ${room}` });
  const part = SerialisedPart.of([{ source: source('a') }, null]);
  const frame = OutboundFrame.from({
    eventType: 'chat.notifications',
    data: { before: source('b'), list: SerialisedPart.of([part, part]), after: source('b') },
  });

  it('hides its restricted parts from others', () => {
    const list = [{ source: null }, null];
    expect(parsed(frame)).toMatchObject({ data: { before: null, list: [list, list], after: null } });
    expect(parsed(frame.visibleTo(new Set()))).toEqual(parsed(frame));
  });

  it('shows its restricted parts to the members of their group', () => {
    const list = [{ source: { text: 'hidden in a' } }, null];
    expect(parsed(frame.visibleTo(new Set(['room:a'])))).toMatchObject({
      data: { before: null, list: [list, list], after: null },
    });
    const both = parsed(frame.visibleTo(new Set(['room:a', 'room:b'])));
    expect(both).toMatchObject({ data: { before: { text: 'hidden in b' }, list: [list, list] } });
  });

  it('counts its bytes with the restricted parts', () => {
    expect(part.bytes).toBe(part.text.length + JSON.stringify({ text: 'hidden in a' }).length);
  });

  it('is its public value for a serialiser that does not know it', () => {
    expect(JSON.parse(JSON.stringify({ part }))).toEqual({ part: [{ source: null }, null] });
  });
});
