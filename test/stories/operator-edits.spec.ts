import type { GroupChat, RoomMember } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { outcomeOf } from '../support/command.js';
import { GroupFixture } from '../support/group-fixture.js';
import { logIn, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let at: GroupFixture;
let erin: TestUser;
let erinDevice: ChatClient;

beforeAll(async () => {
  parley = await sharedService();
  at = await GroupFixture.create(parley);
});
beforeEach(async () => {
  await at.createRoom();
  ({ erin } = await users(parley, 'erin'));
  erinDevice = await erin.connect();
});
afterEach(() => erinDevice.close());

const refusal = async (...words: string[]): Promise<string> => {
  const { code, stderr } = await outcomeOf(parley.serviceData, ...words);
  expect(code).toBe(1);
  return stderr;
};

const audited = async (username: string): Promise<unknown> => {
  const list = await parley.parley('audit', 'list', '--user', username);
  return (list as readonly unknown[]).find((entry) =>
    /"users\.update"|"rooms\.add_member"/.test(JSON.stringify(entry)),
  );
};

describe('the command users update', () => {
  it('renames a user, whom all who share a room with the user see under the new names at once', async () => {
    await parley.parley('rooms', 'add-member', at.room.id, erin.username);
    await at.bobDevice.receive('roomaddmembers.dispatch');
    const named = ['--first-name', 'Erin', '--last-name', 'Weaver', '--email', 'erin@example.com'];
    const renamed = `${erin.username}.weaver`;
    await expect(
      parley.parley('users', 'update', erin.username, '--username', renamed, ...named),
    ).resolves.toMatchObject({ id: erin.id, username: renamed, email: 'erin@example.com', first_name: 'Erin' });

    const user = { id: erin.id, username: renamed, first_name: 'Erin', last_name: 'Weaver' };
    await expect(at.bobDevice.receive('userupdate.dispatch')).resolves.toMatchObject({ data: { user } });
    await expect(erinDevice.receive('userupdate.dispatch')).resolves.toMatchObject({
      data: { user, add_policy: expect.any(String) as string },
    });
    const { data: sent } = await erinDevice.request('message.send', { room_id: at.room.id, content: 'Hello' });
    expect(sent.sender).toMatchObject(user);
    await expect(logIn(parley, renamed)).resolves.toBeDefined();
    await expect(audited(renamed)).resolves.toMatchObject({
      actor: null,
      action: 'users.update',
      subject: { id: erin.id },
      details: { fields: ['username', 'email', 'first_name', 'last_name'] },
    });
  });

  it('refuses names that are taken or look like another, invalid fields, and a call without a change', async () => {
    const update = (...words: string[]): Promise<string> => refusal('users', 'update', erin.username, ...words);
    expect(await update('--username', at.bob.username.toUpperCase())).toContain('is taken');
    await parley.parley('users', 'create', `hopper-${String(erin.id)}`);
    expect(await update('--username', `h0pper-${String(erin.id)}`)).toContain('looks like');
    expect(await update('--username', 'two words')).toContain('may contain only letters');
    expect(await update('--email', 'nowhere')).toContain('valid email address');
    expect(await update('--first-name', 'x'.repeat(151))).toContain('no more than 150');
    expect(await update()).toContain('Name what to change');
    expect(await refusal('users', 'update', 'nobody-at-all', '--email', '')).toContain('No such user');
  });

  it('changes the case of a name, and removes an address', async () => {
    const renamed = erin.username.toUpperCase();
    await parley.parley('users', 'update', erin.username, '--username', renamed, '--email', 'erin@example.com');
    await expect(parley.parley('users', 'update', renamed, '--email', '')).resolves.toMatchObject({
      username: renamed,
      email: null,
    });
  });
});

describe('the command rooms add-member', () => {
  it('adds a user, whom members see join, and who reads and writes from then on', async () => {
    await expect(parley.parley('rooms', 'add-member', at.room.id, erin.username)).resolves.toMatchObject({
      added: true,
    });
    const dispatched = { new_members: [erin.username], added_by: 'self' };
    for (const device of [at.bobDevice, erinDevice]) {
      await expect(device.receive('roomaddmembers.dispatch')).resolves.toMatchObject({ data: dispatched });
    }
    const { data: members } = await erinDevice.request('room.members', { room_id: at.room.id });
    expect((members as unknown as { members?: RoomMember[] }).members ?? members).toContainEqual(
      expect.objectContaining({ id: erin.id }),
    );
    await at.sendAndDeliver(at.phone, 'Welcome');
    await expect(erinDevice.receive('message.dispatch')).resolves.toMatchObject({ data: { content: 'Welcome' } });
    await expect(parley.parley('rooms', 'add-member', at.room.id, erin.username)).resolves.toMatchObject({
      added: false,
    });
    await expect(audited(erin.username)).resolves.toMatchObject({
      actor: null,
      action: 'rooms.add_member',
      room_id: at.room.id,
      subject: { id: erin.id },
    });
  });

  it('refuses unknown rooms and users, and chats of two', async () => {
    const { data: chat } = await erinDevice.request('room.create', { type: 'OneToOneChat', participants: [at.bob.id] });
    const add = (id: string, name = at.carol.username): Promise<string> => refusal('rooms', 'add-member', id, name);
    expect(await add((chat as GroupChat).id)).toContain('has two members');
    expect(await add('0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40')).toContain('No such room');
    expect(await add(at.room.id, 'nobody-at-all')).toContain('No such user');
  });
});
