import { writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';

import type { Room } from '@parley/protocol';

import { GroupFixture } from '../support/group-fixture.js';
import { parleyText } from '../support/command.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

interface Entry {
  readonly id: number;
  readonly at: string;
  readonly actor: { id: number; username: string } | null;
  readonly key: { id: string; name: string | null } | null;
  readonly action: string;
  readonly room_id: string | null;
  readonly subject: { id: number; username: string } | null;
  readonly details: object;
}

let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  parley = await sharedService();
  fixture = await GroupFixture.create(parley);
});
beforeEach(() => fixture.createRoom());

const audit = async (...words: string[]): Promise<Entry[]> =>
  (await parley.parley('audit', 'list', ...words)) as Entry[];

/** The entries of a room, oldest first: actor, action, subject and details. */
async function acts(room: Pick<Room, 'id'>): Promise<unknown[][]> {
  const entries = (await audit('--room', room.id)).toReversed();
  return entries.map(({ actor, action, subject, details }) => [actor?.username, action, subject?.username, details]);
}

const named = ({ id, username }: TestUser): object => ({ id, username });

const failure = (command: Promise<unknown>): Promise<string> =>
  command.then(
    () => Promise.reject(new Error('The command did not fail.')),
    (error: unknown) => (error as { stderr: string }).stderr,
  );

describe('the audit log of a room', () => {
  it('contains what leaders changed in the room and of others, without any text of users', async () => {
    const { phone, bobDevice, carolDevice, room, alice, bob, carol } = fixture;
    const { erin } = await users(parley, 'erin');
    const modify = (action: string, data: object) => phone.request('room.modify', { room_id: room.id, action, data });
    await modify('update', { name: 'A secret name', group_locked: true });
    await modify('update', { group_locked: false, max_participants: 20 });
    await modify('add_admin', { users: [bob.id] });
    await modify('add_permission', { users: [carol.id], permission: ['can_add_new_participants'] });
    await carolDevice.request('room.add_members', { room_id: room.id, members: [erin.id] });
    const { data: message } = await carolDevice.request('message.send', { room_id: room.id, content: 'A secret word' });
    await bobDevice.request('message.modify', { action: 'delete', message_id: message.id });
    await bobDevice.request('room.remove_members', { room_id: room.id, members: [carol.id, erin.id] });
    await expect(acts(room)).resolves.toEqual([
      [alice.username, 'room.update', undefined, { group_locked: true, changed: ['name'] }],
      [alice.username, 'room.update', undefined, { group_locked: false, max_members: 20 }],
      [alice.username, 'room.add_admin', bob.username, {}],
      [alice.username, 'room.add_permission', carol.username, { permissions: ['can_add_new_participants'] }],
      [carol.username, 'room.add_members', erin.username, {}],
      [bob.username, 'message.delete', carol.username, { message_id: message.id }],
      [bob.username, 'room.remove_members', carol.username, {}],
      [bob.username, 'room.remove_members', erin.username, {}],
    ]);
    expect(JSON.stringify(await audit('--limit', '100000'))).not.toContain('secret');
  });

  it('is kept after the room is deleted', async () => {
    const { phone, room, alice } = fixture;
    await phone.request('room.modify', { room_id: room.id, action: 'delete' });
    await expect(acts(room)).resolves.toEqual([[alice.username, 'room.delete', undefined, {}]]);
  });

  it('contains no changes of users to their own data, and nothing refused or without effect', async () => {
    const { phone, bobDevice, carolDevice, room, carol } = fixture;
    const { data: message } = await bobDevice.request('message.send', { room_id: room.id, content: 'one' });
    const of = { message_id: message.id };
    await bobDevice.request('message.modify', { ...of, action: 'update', extra_fields: { content: 'two' } });
    await carolDevice.request('message.react', { ...of, type: 'add', reaction_content: '👍' });
    await bobDevice.expectRefused('room.remove_members', { room_id: room.id, members: [carol.id] });
    await bobDevice.expectRefused('room.modify', { room_id: room.id, action: 'update', data: { name: 'Mine' } });
    await phone.request('room.modify', { room_id: room.id, action: 'update', data: { name: room.name } });
    await phone.request('room.add_members', { room_id: room.id, members: [carol.id] });
    await bobDevice.request('message.modify', { ...of, action: 'delete' });
    await carolDevice.request('room.leave', { room_id: room.id });
    await expect(acts(room)).resolves.toEqual([]);
  });
});

describe('the audit log of operators', () => {
  it('contains every command that changed a user, without passwords or tokens', async () => {
    await parley.parley('users', 'create', 'olga', '--password', 'a secret password');
    const file = join(parley.serviceData.folder, 'imported.csv');
    writeFileSync(file, 'username,password\noscar,a secret password\n');
    await parley.parley('users', 'import', file);
    await parley.parley('users', 'set-password', 'olga', '--password', 'another secret');
    await parley.parley('tokens', 'issue', 'olga');
    await parley.parley('tokens', 'revoke', 'olga');
    await parley.parley('users', 'deactivate', 'olga');
    await failure(parley.parley('tokens', 'issue', 'olga'));
    await parley.parley('users', 'activate', 'olga');
    await parley.parley('sessions', 'close', 'olga');
    const olgas = await audit('--user', 'olga');
    expect(olgas.map(({ action }) => action)).toEqual([
      'sessions.close',
      'users.activate',
      'users.deactivate',
      'tokens.revoke',
      'tokens.issue',
      'users.set_password',
      'users.create',
    ]);
    expect(olgas[0]).toEqual({
      id: expect.any(Number) as number,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      actor: null,
      key: null,
      origin: null,
      action: 'sessions.close',
      room_id: null,
      subject: { id: olgas[0]!.subject!.id, username: 'olga' },
      details: { operator: `${userInfo().username}@${hostname()}` },
    });
    const [oscars, ...others] = await audit('--user', 'oscar');
    expect([oscars, others]).toMatchObject([{ actor: null, action: 'users.import' }, []]);
    const database = await connected(parley.serviceData);
    const { rows } = await database.query('SELECT * FROM audit_entries');
    await database.end();
    expect(JSON.stringify(rows)).not.toMatch(/secret|olga|oscar/);
  });

  it('contains the commands that changed rooms and messages', async () => {
    const { phone, room } = fixture;
    await phone.request('message.send', { room_id: room.id, content: 'old soon' });
    const entries = async (): Promise<object[]> =>
      (await audit('--room', room.id)).map(({ action, details }) => ({ action, details }));
    await eventually(async () => {
      await parley.parley('messages', 'purge', '--yes', '--older-than', '1s');
      return (await entries()).length > 0;
    });
    await parley.parley('rooms', 'delete', room.id, '--yes');
    await failure(parley.parley('rooms', 'delete', room.id, '--yes'));
    await expect(entries()).resolves.toMatchObject([
      { action: 'rooms.delete', details: {} },
      { action: 'messages.purge', details: { messages: 1, older_than_seconds: 1 } },
    ]);
  });

  it('does not keep the name of a deleted user', async () => {
    const { frank, grace } = await users(parley, 'frank', 'grace');
    const franks = await frank.connect();
    const { data: room } = await franks.request('room.create', {
      type: 'GroupChat',
      name: 'x',
      participants: [grace.id],
    });
    await franks.request('room.remove_members', { room_id: room.id, members: [grace.id] });
    await parley.parley('users', 'delete', frank.username, '--yes');
    const placeholder = `deleted-${String(frank.id)}`;
    await expect(acts(room)).resolves.toEqual([[placeholder, 'room.remove_members', grace.username, {}]]);
    const entries = await audit('--user', placeholder);
    expect(entries.map(({ action }) => action)).toEqual(['users.delete', 'room.remove_members']);
    expect(JSON.stringify(entries)).not.toContain(frank.username);
  });
});

describe('parley audit list', () => {
  it('lists the newest entries first, filtered by room, user, time and number', async () => {
    const { phone, room, alice, bob, carol } = fixture;
    const before = new Date().toISOString();
    for (const { id } of [bob, carol]) {
      await phone.request('room.modify', { room_id: room.id, action: 'add_admin', data: { users: [id] } });
    }
    const [newest, older] = await audit('--room', room.id.toUpperCase());
    expect([newest, older]).toMatchObject([
      { actor: named(alice), subject: named(carol) },
      { actor: named(alice), subject: named(bob) },
    ]);
    await expect(audit('--room', room.id, '--limit', '1')).resolves.toEqual([newest]);
    await expect(audit('--room', room.id, '--user', bob.username)).resolves.toEqual([older]);
    await expect(audit('--room', room.id, '--since', '1h')).resolves.toEqual([newest, older]);
    await expect(audit('--room', room.id, '--since', before)).resolves.toEqual([newest, older]);
    await expect(audit('--room', room.id, '--since', '2999-01-01')).resolves.toEqual([]);
  });

  it.each([
    [['--room', 'friends'], /--room/],
    [['--user', 'nobody'], /No such user: nobody\./],
    [['--since', 'yesterday'], /--since/],
    [['--since', '2026-13-45'], /--since/],
    [['--limit', '0'], /--limit/],
  ])('refuses %j with the reason', async (words, sentence) => {
    await expect(failure(audit(...words))).resolves.toMatch(sentence);
  });

  it('prints a readable table', async () => {
    const { phone, room, alice, bob } = fixture;
    await phone.request('room.modify', { room_id: room.id, action: 'add_admin', data: { users: [bob.id] } });
    const text = await parleyText(parley.serviceData, 'audit', 'list', '--room', room.id);
    expect(text).toMatch(/^ID +AT +BY +FROM +ACTION +ROOM +TO +DETAILS\n/);
    expect(text).toContain(`${alice.username} (${String(alice.id)})  127.0.0.1  room.add_admin`);
  });
});

describe('an entry of the audit log', () => {
  it('cannot be changed, not even by the owner of the database', async () => {
    const before = await audit();
    expect(before).not.toEqual([]);
    const database = await connected(parley.serviceData);
    for (const statement of [
      'UPDATE audit_entries SET actor_id = 1',
      'UPDATE audit_entries SET actor_id = 1 WHERE false',
      'DELETE FROM audit_entries',
      'TRUNCATE audit_entries',
      `INSERT INTO audit_entries (id, action) OVERRIDING SYSTEM VALUE SELECT id, 'x' FROM audit_entries
       ON CONFLICT (id) DO UPDATE SET action = 'x'`,
    ]) {
      await expect(database.query(statement)).rejects.toThrow('append-only');
    }
    await database.end();
    await expect(audit()).resolves.toEqual(before);
  });
});
