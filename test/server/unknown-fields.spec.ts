import { ApiClient, makeKey } from '../support/api.js';
import { Administration } from '../support/administration.js';
import { createGroup, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let program: ApiClient;
let administrator: Administration;
let user: TestUser;
/** The room, and a message in it, by their places in a path. */
let ids: Record<'ROOM' | 'MESSAGE', string>;

beforeAll(async () => {
  parley = await sharedService();
  const { alice, bob } = await users(parley, 'alice', 'bob');
  user = alice;
  const { key } = await makeKey(parley, { user: alice });
  program = new ApiClient(parley, { authorization: `Bearer ${key}` });
  administrator = await Administration.by(parley, bob, 'admin');
  const phone = await alice.connect();
  const { id } = await createGroup(phone, []);
  ids = { ROOM: id, MESSAGE: (await sendMessage(phone, { id }, 'Hello')).id };
  await phone.close();
});

/** A request of the page of a user. */
async function askAsUser(method: string, path: string, body: object): Promise<{ status: number; answer: unknown }> {
  const headers = {
    'content-type': 'application/json',
    origin: parley.url,
    authorization: `Bearer ${user.tokens.access}`,
  };
  const answered = await fetch(`${parley.url}${path}`, { method, headers, body: JSON.stringify(body) });
  return { status: answered.status, answer: await answered.json() };
}

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
      status: 400,
      body: { room_id: ['Is not a known field.'] },
    });
    expect(await administrator.get('users/?name=ada')).toMatchObject({
      status: 400,
      body: { name: ['Is not a known field.'] },
    });
  });
});

describe('a request of a log-in or an account', () => {
  const TICKET = { ticket: 'x' };

  it.each<[string, string, object, string]>([
    ['POST', '/api/token/', { username: 'ada', password: 'x', passwort: 'x' }, 'passwort'],
    ['POST', '/api/token/refresh/', { refresh: 'x', token: 'x' }, 'token'],
    ['POST', '/api/token/verify/', { token: 'x', type: 'access' }, 'type'],
    ['POST', '/api/token/revoke/', { refresh: 'x', everywhere: true }, 'everywhere'],
    ['POST', '/api/token/second-factor/', { ...TICKET, totp: '123456' }, 'totp'],
    ['POST', '/api/token/enrolment/', { ...TICKET, code: '123456' }, 'code'],
    ['POST', '/api/token/enrolment/confirm/', { ...TICKET, code: '123456', name: 'phone' }, 'name'],
    ['POST', '/api/web/session', { username: 'ada', password: 'x', remember: true }, 'remember'],
    ['PUT', '/api/web/session', { refresh: 'x' }, 'refresh'],
    ['POST', '/api/web/session/continue', { ...TICKET, totp: '123456' }, 'totp'],
    ['POST', '/api/account/password/', { old_password: 'x', new_password: 'y', password: 'y' }, 'password'],
    ['POST', '/api/account/reauthentication/', { password: 'x', secret: 'x' }, 'secret'],
    ['POST', '/api/users/me/second-factor/confirm/', { code: '123456', totp: '123456' }, 'totp'],
  ])('is refused with 400 for a field that it does not know: %s %s %j', async (method, path, body, field) => {
    const { status, answer } = await askAsUser(method, path, body);
    expect([status, answer]).toEqual([400, expect.objectContaining({ [field]: ['Is not a known field.'] })]);
  });
});
