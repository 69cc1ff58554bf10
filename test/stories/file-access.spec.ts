import { eventually } from '../support/eventually.js';
import {
  addressAt,
  answersTo,
  deletesMessage,
  endsLifetime,
  expectNothing,
  expectRead,
  fileScene,
  pathOf,
  TEXT,
  VALID_MS,
} from '../support/file-scene.js';
import type { FileScene } from '../support/file-scene.js';
import { historyOf } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { storedFileIds } from '../support/stored-files.js';
import { attachmentIn, FileClient, sendFiles, textFile } from '../support/uploads.js';

let parley: Service;

beforeAll(async () => {
  parley = await sharedService();
});

describe('a file of a message', () => {
  it('is read by every member, with a token or by its address', async () => {
    const at = await fileScene(parley);
    const { alice, bob, carol } = at.people;
    for (const user of [alice, bob, carol]) await expectRead(at, pathOf(at.id), user);
    await expectRead(at, pathOf(at.id).toUpperCase().replace('/API/FILES', '/api/files'), bob);
    await expectRead(at, at.address);
  });

  it('is nothing to a stranger, to a member of another room with its author, and without a token', async () => {
    const at = await fileScene(parley);
    const { alice, dave } = at.people;
    const { erin } = await users(parley, 'erin');
    await at.phone.request('room.create', { type: 'GroupChat', name: 'Others', participants: [erin.id] });
    for (const user of [dave, erin]) {
      await expectNothing(at, pathOf(at.id), user);
      await expectNothing(at, `/api/files/${at.id.toUpperCase()}`, user);
    }
    const statuses = (await answersTo(parley, pathOf(at.id))).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    await expectRead(at, pathOf(at.id), alice);
  });

  it.each(['is removed', 'leaves'])('is nothing to a member from the moment on at which the member %s', async (how) => {
    const at = await fileScene(parley);
    const { bob, carol } = at.people;
    if (how === 'leaves') await (await bob.connect()).request('room.leave', { room_id: at.room.id });
    else await at.phone.request('room.remove_members', { room_id: at.room.id, members: [bob.id] });
    await expectNothing(at, pathOf(at.id), bob);
    // An address that was given before is valid until its end.
    await expectRead(at, at.address);
    await expectNothing(at, await addressAt(at, Date.now() - VALID_MS));
    await expectRead(at, pathOf(at.id), carol);
  });

  it('is nothing to who has deleted the chat that it is part of, also when the chat goes on', async () => {
    const at = await fileScene(parley);
    const { alice, bob } = at.people;
    const { phone } = at;
    const bobDevice = await bob.connect();
    const { data: room } = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    const id = await new FileClient(parley, alice).upload(room.id, textFile(TEXT));
    await sendFiles(phone, room.id, id);
    await expectRead(at, pathOf(id), bob);
    await bobDevice.request('room.modify', { room_id: room.id, action: 'delete' });
    await expectNothing(at, pathOf(id), bob);
    const again = await new FileClient(parley, alice).upload(room.id, textFile(TEXT));
    await sendFiles(phone, room.id, again);
    await expectRead(at, pathOf(again), bob);
    await expectNothing(at, pathOf(id), bob);
    await expectRead(at, pathOf(id), alice);
  });

  it('is not read by a deactivated user', async () => {
    const at = await fileScene(parley);
    const { bob } = at.people;
    await parley.parley('users', 'deactivate', bob.username);
    await eventually(async () => (await answersTo(parley, pathOf(at.id), bob)).every(({ status }) => status === 401));
    expect((await new FileClient(parley, bob).create(at.room.id, textFile('x'))).status).toBe(401);
  });

  it('is read after its author is deleted, whose messages stay', async () => {
    const at = await fileScene(parley);
    const { alice, bob } = at.people;
    await parley.parley('users', 'delete', alice.username, '--yes');
    await expectRead(at, pathOf(at.id), bob);
    await eventually(async () => (await answersTo(parley, pathOf(at.id), alice)).every(({ status }) => status === 401));
  });

  it.each([
    ['its message', async (at: FileScene) => deletesMessage(at)],
    ['its message at the end of its lifetime', async (at: FileScene) => endsLifetime(at)],
    ['its room', (at: FileScene) => at.phone.request('room.modify', { room_id: at.room.id, action: 'delete' })],
    [
      'all messages of its author',
      (at: FileScene) => parley.parley('users', 'erase', at.people.alice.username, '--yes'),
    ],
  ])('is nothing to anybody after the deletion of %s', async (_, deletion) => {
    const at = await fileScene(parley);
    await deletion(at);
    await expectNothing(at, pathOf(at.id), at.people.bob);
    await expectNothing(at, at.address);
    await expectNothing(at, await addressAt(at, Date.now()).catch(() => at.address));
    await eventually(async () => !(await storedFileIds(parley.serviceData)).includes(at.id));
  });

  it('is read in a forward only by members of the room that it comes from', async () => {
    const at = await fileScene(parley);
    const { alice, bob, dave } = at.people;
    const participants = [bob.id, dave.id];
    const { data: room } = await at.phone.request('room.create', { type: 'GroupChat', name: 'Fans', participants });
    const extra_fields = { forwarded_from_id: at.message.id };
    await at.phone.request('message.send', { room_id: room.id, content: 'see', extra_fields });
    const [bobDevice, daveDevice] = await Promise.all([bob.connect(), dave.connect()]);
    expect(JSON.stringify(await historyOf(daveDevice, room))).not.toContain(at.id);
    await expectNothing(at, pathOf(at.id), dave);
    const [forward] = await historyOf(bobDevice, room);
    await expectRead(at, attachmentIn(forward!.forwarded_from!).media_url);
    await deletesMessage(at);
    expect(JSON.stringify(await historyOf(bobDevice, room))).not.toContain(at.id);
    await expectNothing(at, pathOf(at.id), alice);
  });
});

describe('the file of a message that is kept after its deletion', () => {
  it('is deleted all the same', async () => {
    const service = await sharedService('keepDeletedMessages');
    const at = await fileScene(service);
    await deletesMessage(at);
    await expectNothing(at, pathOf(at.id), at.people.bob);
    await expectNothing(at, at.address);
    await eventually(async () => !(await storedFileIds(service.serviceData)).includes(at.id));
  });
});

describe('the answer with a file', () => {
  it('lets no browser run it or keep it for others', async () => {
    const at = await fileScene(parley);
    const { status, headers } = await new FileClient(parley, at.people.bob).read(pathOf(at.id));
    expect([status, Object.fromEntries(headers)]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': 'attachment; filename=notes.txt',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^default-src 'none'.*sandbox$/) as unknown,
        'cache-control': 'private, no-cache',
        'cross-origin-resource-policy': 'same-origin',
      }),
    ]);
    const signed = (await new FileClient(parley, undefined).read(at.address)).headers;
    const [, seconds] = /^private, max-age=(\d+), immutable$/.exec(signed.get('cache-control')!)!;
    expect(Number(seconds)).toBeLessThanOrEqual(VALID_MS / 1_000);
    for (const name of ['set-cookie', 'access-control-allow-origin'])
      expect([headers.get(name), signed.get(name)]).toEqual([null, null]);
  });

  it('is a part, or only that nothing has changed, for members alone', async () => {
    const at = await fileScene(parley);
    const bob = new FileClient(parley, at.people.bob);
    const part = await bob.read(pathOf(at.id), { Range: 'bytes=0-4' });
    expect([part.status, part.body.toString(), part.headers.get('content-range')]).toEqual([
      206,
      'xyzzy',
      `bytes 0-4/${String(TEXT.length)}`,
    ]);
    expect((await bob.read(pathOf(at.id), { Range: `bytes=${String(TEXT.length)}-` })).status).toBe(416);
    const etag = part.headers.get('etag')!;
    expect((await bob.read(pathOf(at.id), { 'If-None-Match': etag })).status).toBe(304);
    expect((await bob.read(`${pathOf(at.id)}?thumbnail`)).status).toBe(404);
    await at.phone.request('room.remove_members', { room_id: at.room.id, members: [at.people.bob.id] });
    expect((await bob.read(pathOf(at.id), { 'If-None-Match': etag })).status).toBe(404);
  });
});
