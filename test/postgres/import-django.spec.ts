import { connected } from '../support/database.js';
import { Django, PASSWORD } from '../support/django.js';
import { writeHistory } from '../support/django-story.js';
import type { Story } from '../support/django-story.js';
import { snapshotOf, shown } from '../support/first-snapshot.js';
import { copiedIn, importDjango, listedIn, reasonsIn } from '../support/imports.js';
import type { ImportReport } from '../support/imports.js';
import { violatedInvariants } from '../support/invariants.js';
import { logIn } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { someOf } from '../support/sample.js';
import { emptyServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { historyOf, sendMessage } from '../support/messaging.js';

const CHATTER = 3_000;

let django: Django;
let story: Story;

beforeAll(async () => {
  django = await Django.begin();
  story = await writeHistory(django, CHATTER);
});
afterAll(() => django.end());

/** The rows of a query in the target database. */
async function found<Row extends object>(serviceData: ServiceData, statement: string): Promise<Row[]> {
  const database = await connected(serviceData);
  const { rows } = await database.query<Row>(statement);
  await database.end();
  return rows;
}

const lawsBrokenIn = async (serviceData: ServiceData): Promise<object> => {
  const database = await connected(serviceData);
  const broken = await violatedInvariants(database);
  await database.end();
  return broken;
};

describe.each(someOf(['postgres', 'embedded'] as const))('an import from Django into %s', (kind) => {
  let serviceData: ServiceData;
  let report: ImportReport;
  let service: Service;

  beforeAll(async () => {
    serviceData = await emptyServiceData(kind);
    report = await importDjango(django, serviceData, '--left-out', 'left-out.csv', '--mapping', 'mapping.csv');
    service = await Service.start({}, serviceData);
  });
  afterAll(async () => {
    await service.stop();
    await serviceData.remove();
  });

  const comes = (username: string): Promise<TestUser> => logIn(service, username, PASSWORD);

  it('reports the counts, and the reason for each skipped row', () => {
    expect(report.dry_run).toBe(false);
    for (const { source, copied, already_there, left_out } of Object.values(report.kinds)) {
      expect([copied + left_out, already_there]).toEqual([source, 0]);
    }
    expect(copiedIn(report)).toEqual({
      users: 6,
      rooms: 6,
      members: 15,
      permissions: 3,
      messages: 12 + CHATTER,
      replies: 2,
      forwards: 1,
      attachments: 2,
      reactions: 2,
      delivered: 6,
      read: 2,
      notifications: 4,
    });
    expect(reasonsIn(report.left_out)).toEqual({
      'rooms: no_members': 1,
      'rooms: not_of_two': 1,
      'rooms: unknown_type': 1,
      'members: user_not_there': 1,
      'members: room_left_out': 1,
      'permissions: not_a_member': 1,
      'messages: content_too_long': 1,
      'messages: no_content': 1,
      'messages: room_left_out': 3,
      'messages: sender_not_there': 1,
      'messages: no_date': 1,
      'messages: belongs_to_nothing': 1,
      'replies: not_in_its_room': 1,
      'attachments: no_web_address': 1,
      'attachments: unknown_mime_type': 1,
      'reactions: content_too_long': 1,
      'reactions: message_left_out': 1,
      'reactions: belongs_to_nothing': 1,
      'delivered: own_message': 3,
      'notifications: not_a_member': 1,
      'notifications: reaction_to_another': 2,
      'notifications: reaction_not_there': 1,
    });
    expect(reasonsIn(report.changed)).toEqual({
      'users: renamed': 2,
      'users: password_of_unknown_kind': 1,
      'users: email_dropped': 1,
      'users: first_name_dropped': 1,
      'rooms: one_chat_with_its_twin': 1,
      'rooms: creator_had_left': 1,
      'rooms: named': 1,
      'rooms: avatar_dropped': 1,
      'rooms: most_members': 1,
      'attachments: media_type': 1,
    });
  });

  it('copies every message of the source that is not on the list of skipped ones', async () => {
    const there = await found<{ id: string }>(serviceData, 'SELECT id FROM messages');
    const left = listedIn(serviceData, 'left-out.csv', 'messages');
    expect([...there.map(({ id }) => id), ...left].sort()).toEqual((await django.ids('message')).sort());
    expect(listedIn(serviceData, 'mapping.csv', 'users')).toContain(String(story.users.twin));
  });

  it('keeps every invariant of the database', async () => {
    await expect(lawsBrokenIn(serviceData)).resolves.toEqual({});
  });

  it('accepts the old passwords, and replaces their hashes at the first log-in', async () => {
    const hashes = async (): Promise<string[]> => {
      const rows = await found<{ hash: string }>(
        serviceData,
        `SELECT password_hash AS hash FROM users WHERE username = 'ada'`,
      );
      return rows.map(({ hash }) => hash);
    };
    await expect(hashes()).resolves.toEqual([expect.stringMatching(/^pbkdf2_sha256\$/)]);
    await expect(logIn(service, 'ada', 'another')).rejects.toThrow('401');
    await expect(hashes()).resolves.toEqual([expect.stringMatching(/^pbkdf2_sha256\$/)]);
    const ada = await comes('ADA');
    expect(ada.id).toBe(story.users.ada);
    await expect(hashes()).resolves.toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/)]);
    await expect(comes('ada')).resolves.toMatchObject({ id: ada.id });
    await expect(logIn(service, 'ada', 'another')).rejects.toThrow('401');
    for (const nobody of ['cleo', 'dirk', `Ada_${String(story.users.twin)}`]) {
      await expect(comes(nobody)).rejects.toThrow('401');
    }
    await expect(comes(`user_${String(story.users.odd)}`)).resolves.toMatchObject({ id: story.users.odd });
  });

  it('keeps pending notifications pending', async () => {
    const { data, unread, total } = await snapshotOf(await comes('bob'));
    const { group, abandoned, channel, pair, long } = story.rooms;
    expect(Object.keys(data)).toEqual([group]);
    expect(data[group]!.map(shown)).toEqual(['NEW_MESSAGE: This one waits for Bob']);
    expect(total).toBe(1);
    // The position is the edited message, so that one later message is unread.
    expect(unread).toEqual({ [group]: 1 });
    const [ofAda, entries] = [await snapshotOf(await comes('ada')), new Set([abandoned, channel, pair, long])];
    expect(entries.has(Object.keys(ofAda.data)[0]!)).toBe(false);
    expect(ofAda.data[group]!.map(shown)).toEqual([
      'REACTION: Hello <b>you</b> \u0001 👋',
      'REACTION: Hello <b>you</b> \u0001 👋',
    ]);
  });

  it('keeps the history as it was', async () => {
    const { ada, bob } = story.users;
    const device = await (await comes('ada')).connect();
    const history = [...(await historyOf(device, { id: story.rooms.group }))].reverse();
    expect(history.map(({ seq, content }) => `${String(seq)} ${content}`)).toEqual([
      '1 Hello <b>you</b> \u0001 👋',
      '2 Hello yourself',
      '3 Better words',
      '4 ',
      '5 Media Files',
      '6 This one waits for Bob',
    ]);
    const [hello, reply, edited, deleted, picture] = history;
    expect(hello).toMatchObject({
      id: story.messages.hello,
      sender: { id: ada, username: 'ada', first_name: 'ada', last_name: 'Alt' },
      delivered_to: ['bob', 'cleo'],
      read_receipts: [{ reader: { id: bob } }],
      reactions: expect.arrayContaining([expect.objectContaining({ reaction_content: '🎉' })]) as unknown,
    });
    expect(reply).toMatchObject({ id: story.messages.reply, parent_message: { id: story.messages.hello } });
    expect(edited).toMatchObject({ is_edited: true, reactions: [] });
    expect(deleted).toMatchObject({ id: story.messages.deleted, is_deleted: true });
    expect(picture!.attachments).toHaveLength(2);
    expect(picture!.attachments).toContainEqual(
      expect.objectContaining({ media_type: 'image', file_size: 7, caption: '', metadata: { width: 3 } }),
    );
    expect(picture!.attachments).toContainEqual(expect.objectContaining({ media_type: 'file', caption: 'a caption' }));
    const news = await historyOf(device, { id: story.rooms.channel });
    expect(news[1]).toMatchObject({ is_forwarded: true, forwarded_from: { id: story.messages.hello } });
    expect(news[0]).toMatchObject({ content: 'answers across rooms', parent_message: null });
    const pair = await historyOf(device, { id: story.rooms.pair });
    expect(pair.map(({ content }) => content)).toEqual(['third', 'second, in the twin', 'first of the pair']);
    await device.close();
  });

  it('copies the rooms with their roles, permissions and settings', async () => {
    const { ada, bob, cleo, odd } = story.users;
    const device = await (await comes('bob')).connect();
    const { data: rooms } = await device.request('room.list', {});
    const byId = new Map(rooms.map((entry) => [entry.id, entry]));
    expect([...byId.keys()].sort()).toEqual(
      [story.rooms.pair, story.rooms.group, story.rooms.abandoned, story.rooms.channel, story.rooms.long].sort(),
    );
    expect(byId.get(story.rooms.long)).toMatchObject({ last_seq: CHATTER, last_message: { seq: CHATTER } });
    const { data: group } = await device.request('room.info', { room_id: story.rooms.group });
    expect(group).toMatchObject({
      name: 'Engines',
      description: 'About engines',
      avatar: 'https://cdn.example/engines.png',
      group_locked: true,
      max_participants: 4,
      creator: { id: ada },
      member_count: 4,
      property: { preferences: { colour: 'green', 'with \u0001': true } },
      participants: [{ id: ada }, { id: bob }, { id: cleo }, { id: odd }],
      admins: [{ id: ada }, { id: cleo }],
    });
    const { data: abandoned } = await device.request('room.info', { room_id: story.rooms.abandoned });
    expect(abandoned).toMatchObject({ name: 'GroupChat', avatar: null, creator: { id: bob }, admins: [{ id: bob }] });
    await expect(device.expectRefused('message.send', { room_id: group.id, content: 'x' })).resolves.toMatchObject({
      code: 4002,
    });
    const permitted = await found(
      serviceData,
      `SELECT user_id, permissions FROM room_members WHERE permissions <> '{}' ORDER BY permissions`,
    );
    expect(permitted).toEqual([
      { user_id: bob, permissions: ['can_add_new_participants'] },
      { user_id: ada, permissions: ['can_send_messages'] },
    ]);
    await device.close();
  });

  it('leaves a working service: users send, receive and sync', async () => {
    const [ada, bob] = [await comes('ada'), await comes('bob')];
    const [adas, bobDevice] = [await ada.connect(), await bob.connect()];
    const { data: known } = await bobDevice.request('session.sync', {});
    expect(known.rooms).toHaveLength(5);
    const sent = await sendMessage(adas, { id: story.rooms.long }, 'Still here?');
    expect(sent.seq).toBe(CHATTER + 1);
    await expect(bobDevice.receive('message.dispatch')).resolves.toMatchObject({
      data: { id: sent.id },
      seq: sent.seq,
    });
    const { data: missed } = await bobDevice.request('session.sync', { rooms: { [story.rooms.long]: CHATTER - 1 } });
    expect(missed.rooms.find((room) => room.room_id === story.rooms.long)).toMatchObject({
      reset: false,
      messages: [{ seq: CHATTER }, { seq: CHATTER + 1, id: sent.id }],
    });
    const { data: chat } = await adas.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    expect(chat.id).toBe(story.rooms.pair);
    await service.parley('users', 'create', 'newcomer');
    await expect(lawsBrokenIn(serviceData)).resolves.toEqual({});
    for (const device of [adas, bobDevice]) await device.close();
  });

  it('copies each row once when it is repeated', async () => {
    const again = await importDjango(django, serviceData, '--left-out', 'again.csv');
    expect(Object.values(copiedIn(again))).toEqual(Object.values(copiedIn(again)).map(() => 0));
    expect(again.kinds.messages).toMatchObject({ already_there: 12 + CHATTER });
    expect(listedIn(serviceData, 'again.csv', 'messages').sort()).toEqual(
      listedIn(serviceData, 'left-out.csv', 'messages').sort(),
    );
    await expect(lawsBrokenIn(serviceData)).resolves.toEqual({});
  });
});
