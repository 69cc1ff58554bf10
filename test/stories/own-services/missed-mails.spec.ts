import type { Message, Room } from '@parley/protocol';

import { Administration } from '../../support/administration.js';
import type { ChatClient } from '../../support/chat-client.js';
import { eventually } from '../../support/eventually.js';
import { MailServer } from '../../support/mail-server.js';
import type { ReceivedMail } from '../../support/mail-server.js';
import { logIn, users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { Service } from '../../support/service.js';

const PASSWORD = 'correct horse 9 battery';

let mails: MailServer;
let parley: Service;
let admin: Administration;
let bob: TestUser;
let phone: ChatClient;

beforeAll(async () => {
  mails = await MailServer.start();
  parley = await Service.start({
    SMTP_URL: mails.url,
    MAIL_FROM: 'chat@chat.example',
    MAIL_AFTER_SECONDS: '1',
    PUSH_DELAY_SECONDS: '0',
    LOG_LEVEL: 'debug',
  });
  const { alice, bob: sender } = await users(parley, 'alice', 'bob');
  bob = sender;
  admin = await Administration.by(parley, alice, 'admin');
  phone = await bob.connect();
});
afterAll(async () => {
  await phone.close();
  await parley.stop();
  await mails.stop();
});

/** A user with a verified address, who is in a group with Bob. */
interface Reader {
  readonly user: TestUser;
  readonly email: string;
  readonly room: Room;
}

async function reader(username: string): Promise<Reader> {
  const email = `${username}@example.com`;
  const { status } = await admin.request('POST', 'users/', { username, email, password: PASSWORD });
  expect(status).toBe(200);
  const user = await logIn(parley, username, PASSWORD);
  return { user, email, room: await roomOf(user, `Group of ${username}`) };
}

const roomOf = async ({ id }: TestUser, name: string): Promise<Room> =>
  (await phone.request('room.create', { type: 'GroupChat', name, participants: [id] })).data;

const chatWith = async ({ id }: TestUser): Promise<Room> =>
  (await phone.request('room.create', { type: 'OneToOneChat', participants: [id] })).data;

const say = async ({ id }: Room, content: string, extra_fields: object = {}): Promise<Message> =>
  (await phone.request('message.send', { room_id: id, content, extra_fields })).data;

const mention = (room: Room, { user }: Reader, content = 'look'): Promise<Message> =>
  say(room, content, { mentions: [user.id] });

/** What a user does on a device of their own, which is closed afterwards. */
async function meanwhile(user: TestUser, act: (device: ChatClient) => Promise<unknown>): Promise<void> {
  const device = await user.connect();
  await act(device);
  await device.close();
}

/** The address to which a mail program sends a request. */
const unsubscribeUrl = ({ headers }: ReceivedMail): string =>
  /^<(.*)>$/.exec(headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] ?? '';

const oneClick = (url: string): Promise<Response> =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });

describe('a user who is away', () => {
  it('gets one mail of mentions, answers and chats of two, of what is unread when it is sent', async () => {
    const rita = await reader('rita');
    const [muted, chat, left] = [
      await roomOf(rita.user, 'Muted'),
      await chatWith(rita.user),
      await roomOf(rita.user, 'Left'),
    ];
    let question = '';
    await meanwhile(rita.user, async (device) => {
      question = (await device.request('message.send', { room_id: rita.room.id, content: 'a question' })).data.id;
      await device.request('room.notify', { room_id: muted.id, level: 'none' });
      await mention(left, rita, 'where she was');
      await device.request('room.leave', { room_id: left.id });
      const { seq } = await say(chat, 'read at once');
      await device.request('message.read', { room_id: chat.id, up_to_seq: seq });
    });
    await say(rita.room, 'for nobody');
    await mention(rita.room, rita, 'a mention');
    await say(rita.room, 'an answer', { parent_message_id: question });
    await say(rita.room, 'an answer in a thread', { thread_id: question });
    await mention(muted, rita, 'where it is quiet');
    const { id: deleted } = await say(chat, 'taken back');
    await say(chat, '<b>only for you</b>');
    await phone.request('message.modify', { room_id: chat.id, message_id: deleted, action: 'delete' });

    const mail = await mails.next(rita.email);
    expect(mail.subject).toBe('Missed messages in Parley (4)');
    const shown = ['a mention', 'an answer', 'an answer in a thread', '<b>only for you</b>', 'Group of rita'];
    const hidden = ['for nobody', 'where it is quiet', 'taken back', 'read at once', 'where she was'];
    expect(shown.filter((text) => !mail.text?.includes(text))).toEqual([]);
    expect(hidden.filter((text) => mail.text?.includes(text))).toEqual([]);
    expect(mail.html).toContain('&lt;b&gt;only for you&lt;/b&gt;');
    expect(mail.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click');

    // Within an hour there is no other one.
    const control = await reader('control');
    await mention(rita.room, rita, 'much later');
    await mention(control.room, control);
    await mails.next(control.email);
    expect(mails.to(rita.email)).toHaveLength(1);
  });

  it('ends the mails by one request of a mail program, without a log-in', async () => {
    const uma = await reader('uma');
    await mention(uma.room, uma);
    const url = unsubscribeUrl(await mails.next(uma.email));
    const device = await uma.user.connect();
    const opened = await fetch(url, { redirect: 'manual' });
    const token = /([^/]+)\/$/.exec(url)?.[1] ?? '';
    expect([opened.status, opened.headers.get('location')]).toEqual([302, `${parley.url}/unsubscribe#${token}`]);
    expect((await oneClick(url)).status).toBe(204);
    expect(await device.receive('usernotify.dispatch')).toMatchObject({
      data: { level: 'all', do_not_disturb: null, mail: 'never' },
    });
    expect((await oneClick(url)).status).toBe(204);
    expect((await oneClick(`${url.slice(0, -8)}AAAAAAA/`)).status).toBe(404);
    const { data } = await device.request('user.notify', { mail: null });
    expect(data).toEqual({ level: 'all', do_not_disturb: null, mail: null, removed: true });
    await expect(device.request('user.notify', { mail: 'some' as 'all' })).rejects.toThrow('4003');
    await device.close();
    expect(parley.output).not.toContain(token);
  });

  it('waits for a mail while connected and at quiet hours', async () => {
    const [nora, quentin, control] = [await reader('nora'), await reader('quentin'), await reader('control2')];
    const device = await nora.user.connect();
    await meanwhile(quentin.user, (own) =>
      own.request('user.notify', { do_not_disturb: { from: '00:00', to: '23:59', timezone: hereBefore('23:59') } }),
    );
    for (const one of [nora, quentin, control]) await mention(one.room, one);
    await mails.next(control.email);
    expect([...mails.to(nora.email), ...mails.to(quentin.email)]).toEqual([]);
    await device.close();
    await meanwhile(quentin.user, (own) => own.request('user.notify', { do_not_disturb: null }));
    await Promise.all([mails.next(nora.email), mails.next(quentin.email)]);
  });

  it('gets mails of what the deployment or the user has chosen', async () => {
    const [dora, otto, never] = [await reader('dora'), await reader('otto'), await reader('never')];
    await meanwhile(otto.user, (own) => own.request('user.notify', { mail: 'mentions' }));
    await meanwhile(never.user, (own) => own.request('user.notify', { mail: 'never' }));
    expect(await admin.request('PATCH', 'settings/', { mail_notices: 'all' })).toMatchObject({ status: 200 });
    for (const { room } of [never, otto, dora]) await say(room, 'for everybody');
    await mention(never.room, never);
    expect((await mails.next(dora.email)).text).toContain('for everybody');
    await admin.request('PATCH', 'settings/', { mail_notices: 'never' });
    await mention(dora.room, dora);
    await mention(otto.room, otto, 'for Otto');
    expect((await mails.next(otto.email)).text).not.toContain('for everybody');
    expect(mails.to(never.email)).toEqual([]);
    await eventually(() => mails.to(dora.email).length === 1);
  });
});

/** A time zone in which it is not this minute. */
const hereBefore = (minute: string): string =>
  new Date().toISOString().slice(11, 16) === minute ? 'Asia/Tokyo' : 'UTC';
