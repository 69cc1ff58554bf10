import { notFound } from '@parley/protocol';
import type { ServerEvent } from '@parley/protocol';

import { confinedToRoom } from '../frame/index.js';
import { Hub, inMemory, roomGroup } from '../hub/index.js';
import type { Group } from '../hub/index.js';
import { Deferred, Pages } from '../inbound/index.js';
import type { EventContext, EventRegistry, Outcome } from '../inbound/index.js';
import { RoomLines } from '../log/index.js';
import { Dispatch } from '../outbound/index.js';
import { Calls } from './calls.js';

const actor = { user: { id: 7, username: 'ada', first_name: '', last_name: '' } };
const frame = (text: string, source: unknown = null): ServerEvent =>
  ({ eventType: 'news', data: { text, source }, room_id: 'room', seq: 1 }) as unknown as ServerEvent;

const hub = new Hub(inMemory, true);
const dispatch = new Dispatch(hub, new RoomLines(hub));
afterAll(() => hub.close());

const asked = (
  run: (data: unknown, context: EventContext) => Outcome | Promise<Outcome>,
  { data = {}, groups = [] }: { data?: Record<string, unknown>; groups?: Group[] } = {},
): Promise<unknown> => {
  const event = { run: (given: unknown, context: EventContext) => Promise.resolve(run(given, context)) };
  const registry = { find: (name: string) => (name === 'ask' ? event : undefined) } as unknown as EventRegistry;
  const call = { event: 'ask', data, actor, groups: () => Promise.resolve(groups) };
  return new Calls(registry).run(call).then((text) => JSON.parse(text) as unknown);
};

describe('a call', () => {
  it('is answered by what its event answers, at once or later', async () => {
    await expect(asked(() => frame('now') as never)).resolves.toEqual(frame('now'));
    const later = new Deferred('place', () => Promise.resolve(frame('later') as never));
    await expect(asked(() => later)).resolves.toEqual(frame('later'));
  });

  it('is answered by what is told to a room, to users and of the log, before anybody has to hear it', async () => {
    const told = (tell: (context: EventContext) => unknown) =>
      asked((_, context) => {
        tell(context);
        return undefined;
      });
    await expect(
      told(({ asker }) => {
        dispatch.toRoom('room', frame('room'), asker);
      }),
    ).resolves.toEqual(frame('room'));
    await expect(
      told(({ asker }) => {
        dispatch.toUsers([9], frame('users'), asker);
      }),
    ).resolves.toEqual(frame('users'));
    const entry = { roomId: 'room', seq: 5, frame: frame('entry') };
    await expect(told(({ asker }) => dispatch.append(entry, asker))).resolves.toEqual(frame('entry'));
    const leaving = { userIds: [7], farewell: frame('farewell') };
    await expect(told(({ asker }) => dispatch.append({ ...entry, seq: 6, leaving }, asker))).resolves.toEqual(
      frame('farewell'),
    );
  });

  it('reads what is confined to rooms that the actor is in, and nothing else of it', async () => {
    const forwarded = () => frame('forwarded', confinedToRoom('other', { secret: 1 })) as never;
    await expect(asked(forwarded)).resolves.toEqual(frame('forwarded'));
    const groups = [roomGroup('other')];
    await expect(asked(forwarded, { groups })).resolves.toEqual(frame('forwarded', { secret: 1 }));
  });

  it('refuses what its event refuses, and what no event takes', async () => {
    await expect(asked(() => Promise.reject(notFound('No such room.')))).rejects.toMatchObject({ code: 4004 });
    const data = { text: '\ud800' };
    await expect(asked(() => frame('never') as never, { data })).rejects.toMatchObject({
      code: 4003,
      detail: { text: ['Has a lone surrogate.'] },
    });
  });

  it('is a fault where an event answers it with nothing, or as only a connection can hear it', async () => {
    await expect(asked(() => undefined)).rejects.toThrow('has not answered');
    await expect(asked(() => ({ status: 'success' }))).rejects.toThrow('for a connection');
    const pages = new Pages(
      (async function* () {
        await Promise.resolve();
        yield frame('page');
      })(),
    );
    await expect(asked(() => pages)).rejects.toThrow('for a connection');
  });
});
