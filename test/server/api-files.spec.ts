import type { GroupChat } from '@parley/protocol';

import { ALL_SCOPES, ApiClient, makeKey } from '../support/api.js';
import type { ChatClient } from '../support/chat-client.js';
import { createGroup } from '../support/messaging.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { attachmentIn, FileClient, longTextFile, textFile } from '../support/uploads.js';

let parley: Service;
let bot: TestUser;
let alice: TestUser;
let device: ChatClient;
let room: GroupChat;

beforeAll(async () => {
  parley = await sharedService();
  ({ alice, bob: bot } = await users(parley, 'alice', 'bob'));
  device = await alice.connect();
  room = await createGroup(device, []);
  await device.request('room.add_members', { room_id: room.id, members: [bot.id] });
});
afterAll(() => device.close());

const keyOf = async (...given: Parameters<typeof makeKey> extends [unknown, ...infer Rest] ? Rest : never) =>
  (await makeKey(parley, ...given)).key;

const scopesBut = (scope: string): string =>
  ALL_SCOPES.split(',')
    .filter((each) => each !== scope)
    .join();

describe('a program with an API key', () => {
  it('sends a file in parts, and reads those of its rooms', async () => {
    const key = await keyOf({ user: bot });
    const files = FileClient.withKey(parley, key);
    const created = (): Promise<number> =>
      metric(parley, 'parley_api_requests_total{route="POST /api/uploads/",outcome="ok"}');
    const before = await created();
    const file = longTextFile(3_000);
    const { status, body } = await files.create(room.id, file);
    expect(status).toBe(201);
    const id = body.upload_id;
    expect((await files.append(id, 0, file.bytes.subarray(0, 1_000))).status).toBe(204);
    expect((await files.head(id)).headers.get('upload-offset')).toBe('1000');
    expect((await files.append(id, 1_000, file.bytes.subarray(1_000))).status).toBe(204);
    expect(await files.complete(id)).toMatchObject({ status: 200, body: { state: 'ready' } });
    const program = new ApiClient(parley, { authorization: `Bearer ${key}` });
    const message = { content: 'Build log', extra_fields: { media: [{ upload_id: id }] } };
    await program.request('message.dispatch', 'POST', `/api/rooms/${room.id}/messages/`, message);
    const { data: received } = await device.receive('message.dispatch');
    expect(attachmentIn(received)).toMatchObject({ id, filename: file.filename, state: 'ready' });
    expect((await new FileClient(parley, alice).read(`/api/files/${id}`)).body.equals(file.bytes)).toBe(true);
    expect((await files.read(`/api/files/${id}`)).body.equals(file.bytes)).toBe(true);
    expect(await created()).toBe(before + 1);
  });

  it('cancels its upload', async () => {
    const files = FileClient.withKey(parley, await keyOf({ user: bot }));
    const id = await files.upload(room.id, textFile('not needed'));
    expect((await files.cancel(id)).status).toBe(204);
    expect((await files.pending(id)).status).toBe(404);
  });

  it('needs the scope messages:write for uploads, and messages:read for files', async () => {
    const id = await new FileClient(parley, bot).upload(room.id, textFile('x'));
    const [reader, writer] = [
      FileClient.withKey(parley, await keyOf({ user: bot, scopes: scopesBut('messages:write') })),
      FileClient.withKey(parley, await keyOf({ user: bot, scopes: 'messages:write' })),
    ];
    const refused = { status: 403, body: { code: 'scope_missing' } };
    expect(await reader.create(room.id, textFile('x'))).toMatchObject(refused);
    expect((await reader.append(id, 0, Buffer.from('x'))).status).toBe(403);
    expect((await reader.head(id)).status).toBe(403);
    for (const answer of [reader.pending(id), reader.complete(id), reader.cancel(id)]) {
      expect(await answer).toMatchObject(refused);
    }
    expect((await writer.read(`/api/files/${id}`)).status).toBe(403);
    expect((await reader.read(`/api/files/${id}`)).body.toString()).toBe('x');
    expect((await writer.pending(id)).status).toBe(200);
  });

  it('acts for the user that a request names, with the rights of this user', async () => {
    const { carol } = await users(parley, 'carol');
    const key = await keyOf({ scopes: `${ALL_SCOPES},act-as-anybody` });
    const [asBot, asCarol] = [bot, carol].map(({ id }) =>
      FileClient.withKey(parley, key, { 'Parley-User': String(id) }),
    );
    const id = await asBot!.upload(room.id, textFile('of the bot'));
    expect((await new FileClient(parley, bot).pending(id)).status).toBe(200);
    expect((await asCarol!.create(room.id, textFile('x'))).status).toBe(404);
    expect((await asCarol!.read(`/api/files/${id}`)).status).toBe(404);
    expect(await FileClient.withKey(parley, key).pending(id)).toMatchObject({
      status: 400,
      body: { code: 'user_required' },
    });
  });

  it('is refused with a key that is revoked or invented', async () => {
    const { id: keyId, key } = await makeKey(parley, { user: bot });
    const id = await FileClient.withKey(parley, key).upload(room.id, textFile('x'));
    await parley.parley('keys', 'revoke', keyId);
    for (const text of [key, `pk_abcdefgh_${'x'.repeat(43)}`, 'pk_', 'pk_x']) {
      const files = FileClient.withKey(parley, text);
      expect(await files.pending(id)).toMatchObject({ status: 401, body: { code: 'key_not_valid' } });
      expect((await files.read(`/api/files/${id}`)).status).toBe(401);
    }
  });
});
