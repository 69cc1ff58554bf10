import { Administration } from '../support/administration.js';
import { GroupFixture } from '../support/group-fixture.js';
import { allReceive } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let at: GroupFixture;
let people: Record<'dave' | 'erin' | 'frank' | 'grace', TestUser>;
let admin: Administration;
let moderator: Administration;

beforeAll(async () => {
  parley = await sharedService();
  people = await users(parley, 'dave', 'erin', 'frank', 'grace');
  admin = await Administration.by(parley, people.dave, 'admin');
  moderator = await Administration.by(parley, people.erin, 'moderator');
});
beforeEach(async () => {
  at = await GroupFixture.create(parley);
  await at.createRoom();
});

const restrict = (by: Administration, user: TestUser, more: object): Promise<{ status: number; body: object }> =>
  by.post(`rooms/${at.room.id}/restrictions/`, { username: user.username, ...more });

const refused = { status: 403, body: { code: 'permission_denied' } };

describe('a moderator who is no member of a room', () => {
  it('mutes a member until a time, and lifts the mute, of which the members are notified', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await expect(restrict(moderator, at.bob, { kind: 'mute', until, reason: 'Too loud' })).resolves.toEqual({
      status: 200,
      body: {},
    });
    const muted = await at.bobDevice.receive('roomrestrict.dispatch');
    expect(muted).toMatchObject({
      seq: at.room.last_seq + 1,
      data: { kind: 'mute', until, reason: 'Too loud', by: { username: people.erin.username } },
    });
    await at.carolDevice.receive('roomrestrict.dispatch', ({ seq }) => seq === muted.seq);
    const message = { room_id: at.room.id, content: 'x' };
    await expect(at.bobDevice.expectRefused('message.send', message)).resolves.toMatchObject({ code: 4002 });
    await expect(restrict(moderator, at.bob, { kind: 'mute', until, reason: 'Too loud' })).resolves.toMatchObject({
      status: 200,
    });
    await expect(restrict(moderator, at.bob, { kind: 'none' })).resolves.toMatchObject({ status: 200 });
    await at.bobDevice.receive(
      'roomrestrict.dispatch',
      ({ data, seq }) => data.kind === 'none' && seq === muted.seq! + 1,
    );
    await at.bobDevice.request('message.send', message);
    const [entry] = (await parley.parley('audit', 'list', '--room', at.room.id)) as object[];
    expect(entry).toMatchObject({
      action: 'room.restrict',
      details: { kind: 'none' },
      actor: { username: people.erin.username },
      subject: { username: at.bob.username },
      origin: { address: '127.0.0.1' },
    });
  });

  it('bans a member, who leaves the room, and a user who is no member', async () => {
    await restrict(moderator, at.bob, { kind: 'ban' });
    await at.bobDevice.receive('roomexit.dispatch');
    await allReceive([at.phone, at.carolDevice], 'roomremovemembers.dispatch');
    await restrict(moderator, people.grace, { kind: 'ban', reason: 'Spam' });
    expect(await moderator.get(`rooms/${at.room.id}/restrictions/`)).toMatchObject({
      body: {
        restrictions: [at.bob, people.grace]
          .sort((one, other) => one.id - other.id)
          .map(({ username }) => ({ username, kind: 'ban', by: people.erin.username })),
      },
    });
    for (const user of [at.bob, people.grace]) {
      const addition = { room_id: at.room.id, members: [user.id] };
      await expect(at.phone.expectRefused('room.add_members', addition)).resolves.toMatchObject({ code: 4002 });
    }
  });

  it('restricts neither users with a role nor the creator of the room', async () => {
    await expect(restrict(moderator, people.dave, { kind: 'ban' })).resolves.toMatchObject(refused);
    await expect(restrict(moderator, at.alice, { kind: 'mute' })).resolves.toMatchObject(refused);
    await expect(restrict(admin, at.alice, { kind: 'mute' })).resolves.toMatchObject(refused);
    await expect(restrict(admin, people.erin, { kind: 'mute' })).resolves.toMatchObject({ status: 200 });
    const nobody = Administration.as(parley, people.frank);
    await expect(restrict(nobody, at.bob, { kind: 'ban' })).resolves.toMatchObject(refused);
  });
});

describe('a restriction by the administration', () => {
  it('is refused for oneself, for times that are over, and in a OneToOneChat', async () => {
    await expect(restrict(admin, people.dave, { kind: 'mute' })).resolves.toEqual({
      status: 400,
      body: { username: ['You cannot restrict yourself.'] },
    });
    const until = new Date(Date.now() - 1_000).toISOString();
    await expect(restrict(moderator, at.bob, { kind: 'mute', until })).resolves.toEqual({
      status: 400,
      body: { until: ['Must be in the future.'] },
    });
    await expect(restrict(moderator, at.bob, { kind: 'none', reason: 'x' })).resolves.toMatchObject({
      status: 400,
      body: { kind: [expect.any(String) as string] },
    });
    await expect(restrict(moderator, at.bob, { kind: 'kick' })).resolves.toMatchObject({ status: 400 });
    const { data: chat } = await at.phone.request('room.create', { type: 'OneToOneChat', participants: [at.bob.id] });
    const body = { username: at.bob.username, kind: 'mute' };
    expect(await moderator.post(`rooms/${chat.id}/restrictions/`, body)).toMatchObject({
      status: 400,
      body: { detail: 'A OneToOneChat does not support restrictions.' },
    });
  });

  it('needs an existing room and user', async () => {
    const body = { username: at.bob.username, kind: 'mute' };
    const path = 'rooms/01980000-0000-7000-8000-000000000000/restrictions/';
    expect(await moderator.post(path, body)).toMatchObject({ status: 404 });
    expect(await moderator.post('rooms/x/restrictions/', body)).toMatchObject({
      status: 400,
      body: { room_id: ['Must be the id of a room, which is a UUID.'] },
    });
    const unknown = { username: 'nobody-of-this-name', kind: 'mute' };
    expect(await moderator.post(`rooms/${at.room.id}/restrictions/`, unknown)).toMatchObject({ status: 404 });
  });
});
