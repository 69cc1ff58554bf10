import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { createRoomsFixture } from '../support/rooms-fixture.js';
import type { RoomsFixture } from '../support/rooms-fixture.js';
import type { TestUser } from '../support/people.js';
import { expectFound, search, sendAll } from '../support/searches.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { FileClient, textFile } from '../support/uploads.js';

let parley: Service;
let fixture: RoomsFixture;

beforeAll(async () => {
  parley = await sharedService();
});
beforeEach(async () => {
  fixture = await createRoomsFixture(parley);
});
afterEach(() =>
  Promise.all(
    [fixture.phone, fixture.laptop, fixture.bobDevice, fixture.carolDevice, fixture.outsiderDevice]
      .filter(({ isOpen }) => isOpen)
      .map((device) => device.close()),
  ),
);

/** The cursor of a room in which what many messages match is found by reading them: below this number. */
const BELOW = Buffer.from(JSON.stringify([1_000])).toString('base64url');

type Sender = readonly [device: ChatClient, user: TestUser];

/** Sends files with these names in one message. @returns the id of the message */
async function sendNamed([device, user]: Sender, room: Room, content: string, ...names: string[]): Promise<string> {
  const client = new FileClient(parley, user);
  const uploads: string[] = [];
  for (const filename of names) uploads.push(await client.upload(room.id, textFile('a text', filename)));
  const media = uploads.map((upload_id) => ({ upload_id }));
  const { data } = await device.request('message.send', { room_id: room.id, content, extra_fields: { media } });
  return data.id;
}

const alice = (): Sender => [fixture.phone, fixture.alice];

describe('message.search by the names of files', () => {
  it('finds messages by words and parts of words of a name, whatever their text, each once', async () => {
    const { group, bobDevice } = fixture;
    await sendNamed(alice(), group, 'first', 'Holiday film 2026.txt', 'film.txt');
    await sendNamed(alice(), group, '', 'Übersicht der Filme.txt');
    await sendAll(fixture.phone, group, 'a film by its text');
    await expect(expectFound(bobDevice, 'film')).resolves.toEqual(['a film by its text', 'first', '']);
    await expect(expectFound(bobDevice, 'film holi')).resolves.toEqual(['first']);
    await expect(expectFound(bobDevice, 'ubersicht')).resolves.toEqual(['']);
    await expect(expectFound(bobDevice, 'first film')).resolves.toEqual([]);
    await expect(expectFound(bobDevice, 'film', { from_user_id: fixture.bob.id })).resolves.toEqual([]);
    await expect(expectFound(bobDevice, 'film', { has: ['file'] })).resolves.toEqual(['first', '']);
    await expect(expectFound(bobDevice, 'film', { has: ['link'] })).resolves.toEqual([]);
    await expect(expectFound(fixture.outsiderDevice, 'film')).resolves.toEqual([]);
  });

  it('returns pages of names and texts without gaps or duplicates', async () => {
    for (let nr = 0; nr < 4; nr += 1) {
      await sendNamed(alice(), fixture.group, `name ${String(nr)}`, 'gull.txt', 'seagull.txt');
      await sendAll(fixture.phone, fixture.group, `gull ${String(nr)}`, `seagulls ${String(nr)}`);
    }
    const whole = await expectFound(fixture.bobDevice, 'gull', { limit: 50 });
    expect([whole.length, new Set(whole).size]).toEqual([12, 12]);
    const read: string[] = [];
    for (let before: string | null | undefined; before !== null;) {
      const page = await search(fixture.bobDevice, 'gull', { limit: 5, before });
      read.push(...page.results.map(({ message }) => message.content));
      before = page.next_before;
    }
    expect(read).toEqual(whole);
  });

  it('finds them in a room that is read message by message, too', async () => {
    const { group, phone, bobDevice } = fixture;
    await sendNamed(alice(), group, 'first', 'Holiday film.txt');
    await sendAll(phone, group, 'without a file', 'a film by its text');
    const message_id = await sendNamed(alice(), group, 'deleted', 'film.txt');
    await phone.request('message.modify', { action: 'delete', message_id });
    const below = { room_id: group.id, before: BELOW };
    await expect(expectFound(bobDevice, 'film', below)).resolves.toEqual(['a film by its text', 'first']);
    await expect(expectFound(bobDevice, 'film holiday', below)).resolves.toEqual(['first']);
  });

  it('finds no deleted message, and none of an erased user', async () => {
    const { group, phone, bobDevice, carolDevice } = fixture;
    const message_id = await sendNamed(alice(), group, 'deleted', 'puffin.txt');
    await sendNamed([carolDevice, fixture.carol], group, 'erased', 'puffin.txt');
    await expect(expectFound(bobDevice, 'puffin')).resolves.toEqual(['erased', 'deleted']);
    await phone.request('message.modify', { action: 'delete', message_id });
    await expect(expectFound(bobDevice, 'puffin')).resolves.toEqual(['erased']);
    await parley.parley('users', 'erase', fixture.carol.username, '--yes');
    await expect(expectFound(bobDevice, 'puffin')).resolves.toEqual([]);
  });

  it('finds nothing in a room that the user has left, and nothing of a history that the user has deleted', async () => {
    const { group, chat, phone, bobDevice, carolDevice, bob, carol } = fixture;
    await sendNamed(alice(), group, 'in the group', 'heron.txt');
    await sendNamed([bobDevice, bob], chat, 'in the chat', 'heron.txt');
    await expect(expectFound(carolDevice, 'heron')).resolves.toEqual(['in the group']);
    await phone.request('room.remove_members', { room_id: group.id, members: [carol.id] });
    await expect(expectFound(carolDevice, 'heron')).resolves.toEqual([]);
    await phone.request('room.modify', { room_id: chat.id, action: 'delete' });
    await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    await sendNamed([bobDevice, bob], chat, 'since then', 'heron.txt');
    await expect(expectFound(phone, 'heron')).resolves.toEqual(['since then', 'in the group']);
    await expect(expectFound(phone, 'heron', { room_id: chat.id })).resolves.toEqual(['since then']);
    await expect(expectFound(bobDevice, 'heron', { room_id: chat.id })).resolves.toHaveLength(2);
  });
});
