import { ApiClient, makeKey } from '../support/api.js';
import { Administration } from '../support/administration.js';
import { createGroup, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let program: ApiClient;
let administrator: Administration;
/** The room, and a message in it, by their places in a path. */
let ids: Record<'ROOM' | 'MESSAGE', string>;

beforeAll(async () => {
  parley = await sharedService();
  const { alice, bob } = await users(parley, 'alice', 'bob');
  const { key } = await makeKey(parley, { user: alice });
  program = new ApiClient(parley, { authorization: `Bearer ${key}` });
  administrator = await Administration.by(parley, bob, 'admin');
  const phone = await alice.connect();
  const { id } = await createGroup(phone, []);
  ids = { ROOM: id, MESSAGE: (await sendMessage(phone, { id }, 'Hello')).id };
  await phone.close();
});

const placed = (path: string): string => path.replace('ROOM', ids.ROOM).replace('MESSAGE', ids.MESSAGE);

describe('a request of the HTTP API', () => {
  it.each<[string, string, object | undefined, string]>([
    ['POST', '/api/rooms/', { type: 'GroupChat', name: 'Orders', participant: [1] }, 'participant'],
    ['POST', '/api/rooms/ROOM/messages/', { content: 'Hello', kind: 'order', metadata: {} }, 'kind'],
    ['POST', '/api/rooms/ROOM/read/', { up_to_seq: 1, upto: 1 }, 'upto'],
    ['PATCH', '/api/rooms/ROOM/', { title: 'Orders' }, 'title'],
    ['POST', '/api/rooms/ROOM/roles/', { action: 'add_admin', users: [1], user: 1 }, 'user'],
    ['PATCH', '/api/messages/MESSAGE/', { text: 'Hello' }, 'text'],
    ['GET', '/api/rooms/?name=order-1001', undefined, 'name'],
    ['GET', '/api/rooms/ROOM/messages/?before=3', undefined, 'before'],
    ['POST', '/api/rooms/ROOM/typing/?silent=true', {}, 'silent'],
  ])(
    'is refused with 400 for a field or a parameter that it does not know: %s %s %j',
    async (method, path, body, field) => {
      const refused = await program.expectRefused(method, placed(path), body);
      expect([refused.status, JSON.stringify(refused)]).toEqual([400, expect.stringContaining(field)]);
    },
  );

  it('may repeat what its path names', async () => {
    const body = { content: 'Hello', room_id: ids.ROOM };
    await program.request('message.dispatch', 'POST', placed('/api/rooms/ROOM/messages/'), body);
    const read = { up_to_seq: 1, room_id: ids.ROOM };
    expect((await program.send('POST', placed('/api/rooms/ROOM/read/'), read)).status).toBe(200);
  });
});

describe('a request of the administration', () => {
  it('is refused with 400 for a field or a parameter that it does not know', async () => {
    const webhook = { url: 'https://hooks.example.com/', events: ['message.created'], room_id: ids.ROOM };
    expect(await administrator.post('webhooks/', webhook)).toMatchObject({
      ...{ status: 400, body: { room_id: ['Is not a known field.'] } },
    });
    expect(await administrator.get('users/?name=ada')).toMatchObject({
      ...{ status: 400, body: { name: ['Is not a known field.'] } },
    });
  });
});
