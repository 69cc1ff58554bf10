import { AdminPage } from '../support/admin-page.js';
import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let browser: Browser;
let people: Record<'alice' | 'bob' | 'carol', TestUser>;
let leader: ChatClient;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
  people = await users(parley, 'alice', 'bob', 'carol');
  await parley.parley('users', 'set-role', people.alice.username, 'admin');
  leader = await people.bob.connect();
});
afterEach(() => browser.closeAll());
afterAll(() => leader.close());

/** @returns the id of the room */
async function makeRoom(name: string): Promise<string> {
  const { data } = await leader.request('room.create', { type: 'GroupChat', name, participants: [people.carol.id] });
  await leader.request('message.send', { room_id: data.id, content: 'Hello' });
  return data.id;
}

it('an administrator finds a room, and holds, releases and deletes it', async () => {
  const name = `Harbour ${people.bob.username}`;
  const id = await makeRoom(name);
  const admin = await AdminPage.open(browser, parley, people.alice, 'rooms');
  await admin.page.getByLabel('Id, or beginning of the name').fill(id);
  await admin.button('Find').press('Enter');
  await admin.row(name).waitFor();
  await admin.expectAccessible(browser, 'rooms');
  await admin.link(name).click();
  await admin.heading(name).waitFor();
  await admin.fact('Id').filter({ hasText: id }).waitFor();
  await admin.expectAccessible(browser, 'room');

  await admin.button('Hold').press('Enter');
  await admin.dialog.getByLabel('Reason').fill('Case 7');
  await admin.confirm('Hold');
  await admin.says('Case 7');
  await admin.button('Release').press('Enter');
  await admin.confirm('Release');
  await admin.button('Hold').waitFor();
  await admin.button('Set retention').press('Enter');
  await admin.dialog.getByLabel('Days').fill('30');
  await admin.confirm('Save');
  await admin.fact('Retention').filter({ hasText: '30 days' }).waitFor();

  await admin.button('Delete room').press('Enter');
  await admin.dialog.getByText('Messages', { exact: true }).waitFor();
  await admin.dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await admin.confirm('Delete room');
  await admin.heading('Rooms').waitFor();
  await admin.says(`${name} is deleted.`);
});

it('an administrator sees the members, mutes one, lifts it, and checks the log', async () => {
  const id = await makeRoom(`Quay ${people.bob.username}`);
  await leader.request('member.nickname', { room_id: id, nickname: 'Captain' });
  const admin = await AdminPage.open(browser, parley, people.alice, `rooms/${id}/members`);
  await admin.row(people.carol.username).waitFor();
  await admin.row(people.bob.username).filter({ hasText: 'Nickname Captain' }).waitFor();
  await browser.screenshot(admin.page, 'admin-room-members');
  await admin.link('Restrictions').click();
  await admin.says('Nobody is restricted in this room.');
  await admin.button('Mute or ban a user').press('Enter');
  await admin.dialog.getByLabel('User name').fill(people.carol.username);
  await admin.dialog.getByLabel('Reason').fill('Too loud');
  await admin.confirm('Mute or ban a user');
  await admin.row(people.carol.username).filter({ hasText: 'Too loud' }).waitFor();
  await admin.expectAccessible(browser, 'restrictions');
  await admin.button(`Lift the restriction of ${people.carol.username}`).press('Enter');
  await admin.says('Nobody is restricted in this room.');
  await admin.link('Log').click();
  await admin.says('The log is complete.');
  await admin.expectAccessible(browser, 'room-log');
});

it('the rooms of a user lead to the rooms, and messages of the last hour are removed', async () => {
  const name = `Pier ${people.bob.username}`;
  const id = await makeRoom(name);
  const admin = await AdminPage.open(browser, parley, people.alice, `users/${people.bob.username}/rooms`);
  await admin.row(name).waitFor();
  await admin.link('Account').click();
  await admin.button('Remove messages').press('Enter');
  await admin.dialog.getByText('Rooms with a legal hold, whose messages stay').waitFor();
  await admin.expectAccessible(browser, 'purge');
  await admin.confirm('Remove messages');
  await admin.says(/^Removed messages: [1-9]/);
  const { data } = await leader.request('room.messages', { room_id: id });
  expect(JSON.stringify(data)).not.toContain('Hello');
});

it('an administrator renames a room, adds a member and sets the owner, and each form says what is wrong', async () => {
  browser.ignoreError(/status of 400/);
  const id = await makeRoom(`Harbour ${people.bob.username}`);
  const admin = await AdminPage.open(browser, parley, people.alice, `rooms/${id}`);
  await admin.button('Set owner').press('Enter');
  await admin.dialog.getByLabel('User name').fill(people.alice.username);
  await admin.dialog.getByRole('button', { name: 'Set owner' }).press('Enter');
  await admin.dialog.getByText('Must be a member of the room.').waitFor();
  await browser.screenshot(admin.page, 'admin-set-owner');
  await admin.dialog.getByLabel('User name').fill(people.carol.username);
  await admin.confirm('Set owner');
  await admin.fact('Creator').getByText(people.carol.username).waitFor();
  await admin.button('Rename').press('Enter');
  await admin.dialog.getByLabel('Name').fill(`Port ${people.bob.username}`);
  await admin.confirm('Save');
  await admin.heading(`Port ${people.bob.username}`).waitFor();
  await admin.button('Add member').press('Enter');
  await admin.dialog.getByLabel('User name').fill(people.alice.username);
  await admin.confirm('Add member');
  await admin.link('Members').click();
  await admin.row(people.alice.username).waitFor();
});
