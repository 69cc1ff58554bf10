import { notFound } from '@parley/protocol';
import type { ServerEvent } from '@parley/protocol';

import { Dispatch } from '../dispatch/dispatch.js';
import { Hub, roomGroup } from '../hub/index.js';
import type { Group } from '../hub/index.js';
import { restrictedToRoom } from '../hub/restricted-part.js';
import { LogSequencers } from '../ordering/index.js';
import { PipelinedReply, StreamedReply } from '../requests/index.js';
import type { EventContext, EventRegistry, Outcome } from '../requests/index.js';
import { HttpCalls } from './http-calls.js';

const actor = {
  user: { id: 7, username: 'ada', first_name: '', last_name: '', avatar: null, status: null, is_bot: false },
};
const frame = (text: string, source: unknown = null): ServerEvent =>
  ({ eventType: 'news', data: { text, source }, room_id: 'room', seq: 1 }) as unknown as ServerEvent;

const hub = new Hub();
const dispatch = new Dispatch(hub, new LogSequencers(hub));
afterAll(() => hub.close());

const execute = (
  run: (data: unknown, context: EventContext) => Outcome | Promise<Outcome>,
  { data = {}, groups = [] }: { data?: Record<string, unknown>; groups?: Group[] } = {},
): Promise<unknown> => {
  const event = { handle: (given: unknown, context: EventContext) => Promise.resolve(run(given, context)) };
  const registry = { find: (name: string) => (name === 'ask' ? event : undefined) } as unknown as EventRegistry;
  const call = { event: 'ask', data, actor, groups: () => Promise.resolve(groups) };
  return new HttpCalls(registry).execute(call).then((text) => JSON.parse(text) as unknown);
};

describe('HttpCalls', () => {
  it('returns the answer of the event, whether it is pipelined or not', async () => {
    await expect(execute(() => frame('now') as never)).resolves.toEqual(frame('now'));
    const later = new PipelinedReply('place', () => Promise.resolve(frame('later') as never));
    await expect(execute(() => later)).resolves.toEqual(frame('later'));
  });

  it('returns the frame that the event dispatches to a room, to users or as a log entry, without waiting for its delivery', async () => {
    const answerTo = (handle: (context: EventContext) => unknown) =>
      execute((_, context) => {
        handle(context);
        return undefined;
      });
    await expect(answerTo(({ origin }) => dispatch.toRoom('room', frame('room'), origin))).resolves.toEqual(
      frame('room'),
    );
    await expect(answerTo(({ origin }) => dispatch.toUsers([9], frame('users'), origin))).resolves.toEqual(
      frame('users'),
    );
    const entry = { roomId: 'room', seq: 5, frame: frame('entry') };
    await expect(answerTo(({ origin }) => dispatch.append(entry, origin))).resolves.toEqual(frame('entry'));
    const leaving = { userIds: [7], farewell: frame('farewell') };
    await expect(answerTo(({ origin }) => dispatch.append({ ...entry, seq: 6, leaving }, origin))).resolves.toEqual(
      frame('farewell'),
    );
  });

  it('shows restricted parts of the rooms that the actor is in, and no others', async () => {
    const forwarded = () => frame('forwarded', restrictedToRoom('other', { secret: 1 })) as never;
    await expect(execute(forwarded)).resolves.toEqual(frame('forwarded'));
    const groups = [roomGroup('other')];
    await expect(execute(forwarded, { groups })).resolves.toEqual(frame('forwarded', { secret: 1 }));
  });

  it('rejects with the refusal of the event, and for malformed fields', async () => {
    await expect(execute(() => Promise.reject(notFound('No such room.')))).rejects.toMatchObject({ code: 4004 });
    const data = { text: '\ud800' };
    await expect(execute(() => frame('never') as never, { data })).rejects.toMatchObject({
      code: 4003,
      detail: { text: ['Has a lone surrogate.'] },
    });
  });

  it('fails if an event does not answer, or answers in a way that needs a connection', async () => {
    await expect(execute(() => undefined)).rejects.toThrow('has not answered');
    await expect(execute(() => ({ status: 'success' }))).rejects.toThrow('needs a connection');
    const pages = new StreamedReply(
      (async function* () {
        await Promise.resolve();
        yield frame('page');
      })(),
    );
    await expect(execute(() => pages)).rejects.toThrow('needs a connection');
  });
});
