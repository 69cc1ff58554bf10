import type { Room } from '@parley/protocol';
import sharp from 'sharp';

import { AVATAR_ADDRESS, AVATAR_SIDE, photograph, uploadIdOf } from '../support/avatars.js';
import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { answersTo } from '../support/file-scene.js';
import { violatedInvariants } from '../support/invariants.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';
import { storedFileIds } from '../support/stored-files.js';
import { FileClient, sendFiles, textFile } from '../support/uploads.js';

let parley: Service;

beforeAll(async () => {
  // Its whole database is judged.
  parley = await Service.start({});
});
afterAll(async () => {
  const database = await connected(parley.serviceData);
  expect(await violatedInvariants(database)).toEqual({});
  await database.end();
  await parley.stop();
});

/** A room of Alice, who is its admin, and Bob. Dave is no member. */
interface Scene {
  readonly people: Readonly<Record<'alice' | 'bob' | 'dave', TestUser>>;
  readonly phone: ChatClient;
  readonly bobDevice: ChatClient;
  readonly files: FileClient;
  readonly room: Room;
}

async function scene(): Promise<Scene> {
  const people = await users(parley, 'alice', 'bob', 'dave');
  const [phone, bobDevice] = await Promise.all([people.alice.connect(), people.bob.connect()]);
  const request = { type: 'GroupChat', name: 'Friends', participants: [people.bob.id] };
  const { data: room } = await phone.request('room.create', request);
  await bobDevice.receive('roomcreate.dispatch');
  return { people, phone, bobDevice, files: new FileClient(parley, people.alice), room };
}

/** Uploads a picture and makes it the avatar of Alice. @returns its address */
async function withAvatar({ files, phone }: Scene, colour?: string): Promise<string> {
  const avatar_upload_id = await files.uploadAvatar(null, await photograph(colour));
  const { data } = await phone.request('user.update', { avatar_upload_id });
  return data.user.avatar!;
}

async function withRoomAvatar({ files, phone, room }: Scene): Promise<string> {
  const avatar_upload_id = await files.uploadAvatar(room.id, await photograph());
  const update = { room_id: room.id, action: 'update', data: { avatar_upload_id } };
  return avatarOf((await phone.request('room.modify', update)).data);
}

const avatarOf = (room: unknown): string => (room as Exclude<Room, { type: 'OneToOneChat' }>).avatar!;

const readAs = (user: TestUser | undefined, path: string) => new FileClient(parley, user).read(path);

/** The address answers 404, and the bytes are deleted. */
async function isGone(address: string): Promise<void> {
  expect((await readAs(undefined, address)).status).toBe(404);
  await eventually(async () => !(await storedFileIds(parley.serviceData)).includes(uploadIdOf(address)));
}

async function quotaOf({ id }: TestUser): Promise<number> {
  const database = await connected(parley.serviceData);
  const { rows } = await database.query<{ bytes: string }>('SELECT bytes FROM upload_usage WHERE user_id = $1', [id]);
  await database.end();
  return Number(rows[0]!.bytes);
}

describe('an uploaded avatar of a user', () => {
  it('reaches the others as an address, at which a square picture is read without a token', async () => {
    const at = await scene();
    const address = await withAvatar(at);
    expect(address).toMatch(AVATAR_ADDRESS);
    const { data } = await at.bobDevice.receive('userupdate.dispatch');
    expect(data.user).toMatchObject({ id: at.people.alice.id, avatar: address });
    const { status, headers, body } = await readAs(undefined, address);
    expect([status, Object.fromEntries(headers)]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'image/webp',
        'content-disposition': 'inline; filename=avatar.webp',
        'cache-control': 'private, max-age=86400, immutable',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      }),
    ]);
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: AVATAR_SIDE, height: AVATAR_SIDE });
  });

  it('is read by every user with a token, and by nobody without the address', async () => {
    const at = await scene();
    const address = await withAvatar(at);
    const [path] = address.split('?') as [string];
    expect((await readAs(at.people.dave, path)).status).toBe(200);
    const statuses = (await answersTo(parley, path)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    const other = await withAvatar(await scene());
    for (const query of [
      other.split('?')[1]!,
      'signature=',
      'signature=a&signature=b',
      `at=1&${address.split('?')[1]!}`,
    ])
      expect([query, (await readAs(undefined, `${path}?${query}`)).status]).toEqual([query, 404]);
  });

  it.each([
    ['another upload', async (at: Scene) => withAvatar(at, '#cc3366')],
    ['an address elsewhere', (at: Scene) => at.phone.request('user.update', { avatar: 'https://x.example/a.png' })],
    ['none', (at: Scene) => at.phone.request('user.update', { avatar: null })],
  ])('is nothing to anybody and frees its quota after its replacement by %s', async (_, replacement) => {
    const at = await scene();
    const address = await withAvatar(at);
    const before = await quotaOf(at.people.alice);
    const after = await replacement(at);
    await isGone(address);
    expect((await readAs(at.people.alice, address.split('?')[0]!)).status).toBe(404);
    const isUpload = typeof after === 'string';
    await eventually(async () => (await quotaOf(at.people.alice)) === (isUpload ? before : 0));
    if (isUpload) expect((await readAs(undefined, after)).status).toBe(200);
  });

  it('stays when the same request is repeated, or changes another field', async () => {
    const at = await scene();
    const avatar_upload_id = await at.files.uploadAvatar(null, await photograph());
    const { data: first } = await at.phone.request('user.update', { avatar_upload_id });
    const { data: second } = await at.phone.request('user.update', {
      avatar_upload_id: avatar_upload_id.toUpperCase(),
    });
    const { data: third } = await at.phone.request('user.update', { first_name: 'Alicia' });
    expect([second.user.avatar, third.user.avatar]).toEqual([first.user.avatar, first.user.avatar]);
    expect((await readAs(undefined, first.user.avatar!)).status).toBe(200);
  });

  it('is nothing to anybody after the deletion of the user', async () => {
    const at = await scene();
    const address = await withAvatar(at);
    await parley.parley('users', 'delete', at.people.alice.username, '--yes');
    await isGone(address);
  });
});

describe('an uploaded avatar of a room', () => {
  it('is set by an admin, reaches the members, and is read by every user', async () => {
    const at = await scene();
    const address = await withRoomAvatar(at);
    const { data } = await at.bobDevice.receive('roomupdate.dispatch');
    expect([avatarOf(data), address]).toEqual([address, expect.stringMatching(AVATAR_ADDRESS)]);
    expect((await readAs(at.people.dave, address.split('?')[0]!)).status).toBe(200);
    expect((await readAs(undefined, address)).headers.get('content-type')).toBe('image/webp');
  });

  it('is replaced by the next one', async () => {
    const at = await scene();
    const first = await withRoomAvatar(at);
    const second = await withRoomAvatar(at);
    await isGone(first);
    expect((await readAs(undefined, second)).status).toBe(200);
  });

  it('is nothing to anybody after the deletion of the room', async () => {
    const at = await scene();
    const address = await withRoomAvatar(at);
    await at.phone.request('room.modify', { room_id: at.room.id, action: 'delete' });
    await isGone(address);
  });

  it('stays when the user who has chosen it is deleted', async () => {
    const at = await scene();
    const address = await withRoomAvatar(at);
    await parley.parley('users', 'delete', at.people.alice.username, '--yes');
    expect((await readAs(at.people.bob, address.split('?')[0]!)).status).toBe(200);
    const { data } = await at.bobDevice.request('room.info', { room_id: at.room.id });
    expect(avatarOf(data)).toBe(address);
  });

  it('is refused from a plain member and a stranger', async () => {
    const { people, room } = await scene();
    const picture = await photograph();
    const refused = async (user: TestUser) => {
      const { status, body } = await new FileClient(parley, user).createAvatar(room.id, picture);
      return [status, body];
    };
    expect(await refused(people.bob)).toEqual([403, expect.objectContaining({ code: 'permission_denied' })]);
    expect(await refused(people.dave)).toEqual([404, expect.objectContaining({ code: 'not_found' })]);
  });

  it('is refused from an admin who is none any more', async () => {
    const at = await scene();
    const { bob } = at.people;
    const role = (action: string) =>
      at.phone.request('room.modify', { room_id: at.room.id, action, data: { users: [bob.id] } });
    await role('add_admin');
    const avatar_upload_id = await new FileClient(parley, bob).uploadAvatar(at.room.id, await photograph());
    await role('remove_admin');
    const update = { room_id: at.room.id, action: 'update', data: { avatar_upload_id } };
    expect(await at.bobDevice.expectRefused('room.modify', update)).toMatchObject({ code: 4002 });
  });
});

describe('an upload that is no avatar of its place', () => {
  it('is refused for a profile and for a room, and an avatar for a message', async () => {
    const at = await scene();
    const { files, phone, room } = at;
    const { data: other } = await phone.request('room.create', { type: 'Channel', name: 'News', subscribers: [] });
    const picture = await photograph();
    const [ofMessage, ofUser, ofRoom, ofOther] = [
      await files.upload(room.id, picture),
      await files.uploadAvatar(null, picture),
      await files.uploadAvatar(room.id, picture),
      await files.uploadAvatar(other.id, picture),
    ];
    for (const avatar_upload_id of [ofMessage, ofRoom, ofOther])
      expect(await phone.expectRefused('user.update', { avatar_upload_id })).toMatchObject({ code: 4004 });
    for (const avatar_upload_id of [ofMessage, ofUser, ofOther]) {
      const update = { room_id: room.id, action: 'update', data: { avatar_upload_id } };
      expect(await phone.expectRefused('room.modify', update)).toMatchObject({ code: 4004 });
    }
    for (const upload_id of [ofUser, ofRoom]) {
      const message = { room_id: room.id, content: '', extra_fields: { media: [{ upload_id }] } };
      expect(await phone.expectRefused('message.send', message)).toMatchObject({ code: 4004 });
    }
    await sendFiles(phone, room.id, ofMessage);
  });

  it('of another user is refused, and so is one whose bytes are not complete', async () => {
    const { people, phone, files } = await scene();
    const ofBob = await new FileClient(parley, people.bob).uploadAvatar(null, await photograph());
    expect(await phone.expectRefused('user.update', { avatar_upload_id: ofBob })).toMatchObject({ code: 4004 });
    const { body } = await files.createAvatar(null, await photograph());
    expect(await phone.expectRefused('user.update', { avatar_upload_id: body.upload_id })).toMatchObject({
      code: 4005,
    });
  });

  it('is not given together with an address', async () => {
    const { phone, files, room } = await scene();
    const both = { avatar: null, avatar_upload_id: await files.uploadAvatar(null, await photograph()) };
    const reasons = ['Must not be given together with avatar_upload_id.'];
    expect(await phone.expectRefused('user.update', both)).toMatchObject({ code: 4003, detail: { avatar: reasons } });
    const update = { room_id: room.id, action: 'update', data: both };
    expect(await phone.expectRefused('room.modify', update)).toMatchObject({
      code: 4003,
      detail: { 'data.avatar': reasons },
    });
  });
});

describe('the creation of an avatar', () => {
  it('is refused with another place than its kind has, and in a direct message', async () => {
    const { people, phone, files, room } = await scene();
    const picture = await photograph();
    const { data: pair } = await phone.request('room.create', { type: 'OneToOneChat', participants: [people.bob.id] });
    for (const [roomId, body] of [
      [room.id, { kind: 'avatar' }],
      [room.id, { kind: 'room_avatar', room_id: undefined }],
      [room.id, { room_id: undefined }],
      [room.id, { kind: 'preview' }],
      [room.id, { kind: null }],
      [pair.id, { kind: 'room_avatar' }],
    ] as const) {
      expect([body, (await files.create(roomId, picture, body)).status]).toEqual([body, 400]);
    }
  });

  it.each(['image/bmp', 'image/heic', 'image/svg+xml', 'text/plain', 'video/mp4'])(
    'is refused for %s',
    async (mime_type) => {
      const { files } = await scene();
      expect(await files.createAvatar(null, { ...textFile('x'), mime_type })).toMatchObject({ status: 415 });
    },
  );

  it('leaves nothing of bytes that are no picture', async () => {
    const { files, people } = await scene();
    const file = { ...textFile('no picture'), mime_type: 'image/png' };
    const { body } = await files.createAvatar(null, file);
    expect(await files.append(body.upload_id, 0, file.bytes)).toMatchObject({ status: 422 });
    await eventually(async () => (await quotaOf(people.alice)) === 0);
  });
});
