import { randomUUID } from 'node:crypto';

import type { Django } from './django.js';

const TABLE = 'realtime_chat_messaging_';

/** The source data, by the names that a story uses. */
export interface Story {
  readonly users: Readonly<Record<'ada' | 'bob' | 'cleo' | 'dirk' | 'twin' | 'odd', number>>;
  readonly rooms: Readonly<Record<'pair' | 'twinPair' | 'group' | 'abandoned' | 'channel' | 'long', string>>;
  readonly messages: Readonly<
    Record<'hello' | 'reply' | 'edited' | 'deleted' | 'waiting' | 'picture' | 'forward', string>
  >;
}

/** Several years of data of three users who used every feature, and some damaged rows. */
export async function writeHistory(django: Django, chatter: number): Promise<Story> {
  const users = {
    ada: await django.user('ada'),
    bob: await django.user('bob', { email: '' }),
    cleo: await django.user('cleo', { is_active: false }),
    dirk: await django.user('dirk', { password: '!unusable' }),
    twin: await django.user('Ada', { password: 'md5$salt$hash' }),
    odd: await django.user('spaced out', { email: 'no address', first_name: 'two\nlines' }),
  };
  const { ada, bob, cleo, dirk } = users;
  const rooms = {
    pair: await django.pair(ada, bob),
    twinPair: await django.pair(bob, ada),
    group: await django.group('Engines', ada, {
      members: [ada, bob, cleo, users.odd],
      leaders: [ada, cleo],
      preferences: { colour: 'green', 'with \u0001': true },
      description: 'About engines',
      avatar: 'https://cdn.example/engines.png',
      group_locked: true,
      max_participants: 2,
    }),
    abandoned: await django.group('', dirk, { members: [bob, cleo], leaders: [], avatar: 'javascript:alert(1)' }),
    channel: await django.channel('News', bob, { members: [bob, ada, users.twin], description: null }),
    long: await django.group('Long', ada, { members: [ada, bob] }),
  };
  await django.permit(rooms.group, bob, 'can_add_new_participants');
  await django.permit(rooms.group, ada, 'can_remove_participants');
  await django.permit(rooms.group, dirk, 'can_remove_participants');
  await django.permit(rooms.channel, ada, 'can_send_messages');

  const first = await django.sendMessage(rooms.pair, ada, 'first of the pair');
  await django.sendMessage(rooms.twinPair, bob, 'second, in the twin');
  await django.sendMessage(rooms.pair, ada, 'third', { answers: first });

  const hello = await django.sendMessage(rooms.group, ada, 'Hello <b>you</b> \u0001 👋');
  const reply = await django.sendMessage(rooms.group, bob, 'Hello yourself', { answers: hello });
  const edited = await django.sendMessage(rooms.group, ada, 'Better words', { isEdited: true });
  const deleted = await django.sendMessage(rooms.group, cleo, 'A slip', { isDeleted: true });
  const picture = await django.sendMessage(rooms.group, bob, 'Media Files');
  await django.attach(picture);
  await django.attach(picture, { media_type: 'video', caption: 'a caption' });
  await django.attach(picture, { media_url: 'javascript:alert(1)' });
  const waiting = await django.sendMessage(rooms.group, ada, 'This one waits for Bob');
  const forward = await django.sendMessage(rooms.channel, bob, 'Hello <b>you</b> \u0001 👋', { passesOn: hello });
  await django.sendMessage(rooms.channel, bob, 'answers across rooms', { answers: hello });
  await django.sendMessage(rooms.abandoned, bob, 'Who leads us?');

  for (const message of [hello, reply, edited]) await django.deliver(message, ada, bob, cleo);
  await django.read(hello, bob);
  await django.read(edited, bob, new Date(Date.UTC(2020, 0, 1)));
  await django.notify(waiting, 'NEW_MESSAGE', [bob, cleo, dirk]);
  await django.react(hello, bob, '👍');
  await django.react(hello, cleo, '🎉');
  await django.react(edited, bob, 'x'.repeat(65));
  await django.notify(hello, 'REACTION', [ada, bob, cleo]);
  await django.notify(hello, 'REACTION', [ada]);
  await django.notify(hello, 'REACTION', [ada]);

  await django.chatters(rooms.long, [ada, bob], chatter);
  await addBadRows(django, users, rooms);
  return { users, rooms, messages: { hello, reply, edited, deleted, waiting, picture, forward } };
}

/** Damaged rows, as imports, races and a dump restored without constraints leave them. */
async function addBadRows(django: Django, { ada }: Story['users'], rooms: Story['rooms']): Promise<void> {
  await django.sendMessage(rooms.group, ada, 'x'.repeat(10_001));
  await django.sendMessage(rooms.group, ada, '');
  const empty = await django.group('Nobody here', ada, { members: [], leaders: [] });
  await django.sendMessage(empty, ada, 'heard by nobody');
  const lonely = await django.pair(ada);
  await django.sendMessage(lonely, ada, 'to nobody');
  await django.sendMessage(await django.room(), ada, 'in a room of no type');
  const nobody = 4_711;
  const lost = [randomUUID(), randomUUID(), randomUUID()];
  const columns = 'id, room_id, sender_id, content, created_at, updated_at, is_deleted, is_forwarded, is_edited';
  await django.withoutRules(
    `INSERT INTO ${TABLE}message (${columns}) VALUES
       ($1, $4, $6, 'by nobody', now(), now(), false, false, false),
       ($2, $5, $7, 'in no room', now(), now(), false, false, false),
       ($3, $4, $7, 'at no time', 'infinity', now(), false, false, false)`,
    [...lost, rooms.group, randomUUID(), nobody, ada],
  );
  await django.withoutRules(
    `INSERT INTO ${TABLE}reaction (id, message_id, user_id, reaction_content, created_at) VALUES
       (gen_random_uuid(), $1, $3, 'x', now()), (gen_random_uuid(), $2, $3, 'x', now())`,
    [lost[0], randomUUID(), ada],
  );
  await django.withoutRules(`ALTER TABLE ${TABLE}messagemediaasset DROP CONSTRAINT valid_mime_type`);
  const [some] = await django.ids('messagemediaasset');
  await django.withoutRules(
    `INSERT INTO ${TABLE}messagemediaasset
     SELECT gen_random_uuid(), media_url, 'file', 1, 'application/x-msdownload', '', '{}', message_id
     FROM ${TABLE}messagemediaasset WHERE id = $1`,
    [some],
  );
  await django.withoutRules(`INSERT INTO ${TABLE}groupchat_participants (groupchat_id, user_id) VALUES ($1, $2)`, [
    rooms.group,
    nobody,
  ]);
}
