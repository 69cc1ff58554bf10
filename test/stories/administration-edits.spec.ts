import { Administration } from '../support/administration.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let people: Record<'alice' | 'bob' | 'carol' | 'dave' | 'erin', TestUser>;
let admin: Administration;

beforeAll(async () => {
  parley = await sharedService();
  people = await users(parley, 'alice', 'bob', 'carol', 'dave', 'erin');
  admin = await Administration.by(parley, people.alice, 'admin');
});

/** A group of Bob, who is its owner, and Carol. The administrator is no member. */
async function group() {
  const device = await people.bob.connect();
  const { data: room } = await device.request('room.create', {
    type: 'GroupChat',
    name: 'Friends',
    participants: [people.carol.id],
  });
  return { id: room.id, device, path: `rooms/${room.id}/` };
}
const actions = async (roomId: string): Promise<string[]> =>
  (await admin.all<{ action: string }>(`audit/?room_id=${roomId}`, 'entries')).map(({ action }) => action);

describe('an administrator who is no member of a room', () => {
  it('renames it, and its members see a numbered change', async () => {
    const { id, device, path } = await group();
    expect((await admin.post(`${path}name/`, { name: 'Town square' })).status).toBe(200);
    const { data, seq } = (await device.receive('roomupdate.dispatch')) as { data: object; seq?: number };
    expect(data).toMatchObject({ id, name: 'Town square' });
    expect(seq).toBeGreaterThan(1);
    expect((await admin.post(`${path}name/`, { name: 'Town square' })).status).toBe(200);
    expect((await actions(id)).filter((action) => action === 'room.update')).toHaveLength(1);
    for (const name of ['', ' ', 'two\nlines', 'x'.repeat(65)]) {
      expect(await admin.post(`${path}name/`, { name })).toMatchObject({
        status: 400,
        body: { name: expect.anything() as unknown },
      });
    }
    await parley.parley('rooms', 'rename', id, 'Market');
    expect((await device.receive('roomupdate.dispatch')).data).toMatchObject({ name: 'Market' });
    await device.close();
  });

  it('makes a member its owner, who leads it', async () => {
    const { id, device, path } = await group();
    expect(await admin.post(`${path}owner/`, { username: people.dave.username })).toMatchObject({
      status: 400,
      body: { username: ['Must be a member of the room.'] },
    });
    expect((await admin.post(`${path}owner/`, { username: people.carol.username })).status).toBe(200);
    await device.receive('roomupdate.dispatch');
    expect((await admin.get(path)).body).toMatchObject({ creator: people.carol.username });
    const members = await admin.all<{ username: string; role: string }>(`${path}members/?limit=10`, 'members');
    expect(members.map(({ role }) => role)).toEqual(['admin', 'admin']);
    expect(await actions(id)).toContain('rooms.set_owner');
    await parley.parley('rooms', 'set-owner', id, people.bob.username);
    expect((await admin.get(path)).body).toMatchObject({ creator: people.bob.username });
    await device.close();
  });

  it('adds a member by a user name', async () => {
    const { id, device, path } = await group();
    expect((await admin.post(`${path}members/`, { username: people.dave.username })).status).toBe(200);
    expect((await admin.post(`${path}members/`, { username: 'nobody-of-this-name' })).status).toBe(404);
    const members = await admin.all<{ username: string }>(`${path}members/?limit=10`, 'members');
    expect(members.map(({ username }) => username)).toContain(people.dave.username);
    expect(await actions(id)).toContain('rooms.add_member');
    await device.close();
  });

  it('changes no OneToOneChat, and a moderator no room', async () => {
    const device = await people.bob.connect();
    const { data: pair } = await device.request('room.create', {
      type: 'OneToOneChat',
      participants: [people.carol.id],
    });
    await device.close();
    expect((await admin.post(`rooms/${pair.id}/name/`, { name: 'A name' })).status).toBe(400);
    expect((await admin.post(`rooms/${pair.id}/owner/`, { username: people.bob.username })).status).toBe(400);
    const moderator = await Administration.by(parley, people.erin, 'moderator');
    for (const [route, body] of [
      ['name/', { name: 'A name' }],
      ['owner/', { username: people.bob.username }],
      ['members/', { username: people.dave.username }],
    ] as const) {
      expect((await moderator.post(`rooms/${pair.id}/${route}`, body)).status).toBe(403);
    }
    expect((await moderator.post(`users/${people.dave.username}/username/`, { username: 'x' })).status).toBe(403);
    await parley.parley('users', 'set-role', people.erin.username, 'user');
  });
});

describe('a user who is renamed', () => {
  it('has the new name at once for who shares a room, and nobody takes that of another', async () => {
    const { device, path } = await group();
    await admin.post(`${path}members/`, { username: people.erin.username });
    const newName = `${people.erin.username}.lovelace`;
    const at = `users/${people.erin.username}/username/`;
    expect((await admin.post(at, { username: people.bob.username })).status).toBe(409);
    expect(await admin.post(at, { username: 'a b' })).toMatchObject({ status: 400, body: { username: [/./] } });
    expect((await admin.post(at, { username: newName })).body).toMatchObject({
      id: people.erin.id,
      username: newName,
    });
    const told = await device.receive('userupdate.dispatch');
    expect(told.data).toMatchObject({ user: { id: people.erin.id, username: newName } });
    expect((await admin.get(`users/${people.erin.username}/`)).status).toBe(404);
    await parley.parley('users', 'rename', newName, people.erin.username);
    expect((await admin.get(`users/${people.erin.username}/`)).status).toBe(200);
    await device.close();
  });
});
