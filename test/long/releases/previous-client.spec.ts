import type { MemoryStorage, Parley } from '@parley/client';
import type { Message } from '@parley/protocol';
import { WebSocket } from 'ws';

import type { ChatClient } from '../../support/chat-client.js';
import { eventually } from '../../support/eventually.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { previousRelease } from '../../support/previous-release.js';
import { randomFrom } from '../../support/random.js';
import { Service } from '../../support/service.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

/** The classes of the previous release, which have changed in no member that is used here. */
const library = (await import(previousRelease().client)) as {
  readonly Parley: typeof Parley;
  readonly MemoryStorage: typeof MemoryStorage;
};
const TURNS = 120;
const RECONNECT_QUICKLY = { shortestPause: 20, longestPause: 200, patience: 3_000, longestSilence: 200 };

let service: Service;
const cables: TcpProxy[] = [];

beforeAll(async () => {
  service = await Service.start({ SCHEDULE_MIN_SECONDS: '0' });
});
afterAll(async () => {
  await Promise.all(cables.map((cable) => cable.close()));
  await service.stop();
});

/** An application with the client library of the previous release. */
class PreviousApp {
  readonly chat: Parley;
  readonly messages: Message[] = [];
  /** The part of the message of each pending notification that it reads. */
  readonly notified: object[] = [];
  readonly errors: unknown[] = [];

  constructor(user: TestUser, cable: TcpProxy) {
    this.chat = new library.Parley({
      url: `ws://127.0.0.1:${String(cable.port)}/messaging/`,
      token: () => Promise.resolve(user.tokens.access),
      storage: new library.MemoryStorage(),
      WebSocket,
      timing: RECONNECT_QUICKLY as object,
    });
    this.chat.on('message', ({ message }) => this.messages.push(message));
    this.chat.on('notifications', ({ byRoom }) => {
      for (const { message } of Object.values(byRoom).flat()) {
        const { room, sender, content, is_deleted, seq, reactions, attachments } = message;
        this.notified.push({ room: room.id, sender: sender.id, content, is_deleted, seq, reactions, attachments });
      }
    });
    this.chat.on('error', (error) => this.errors.push(error));
  }

  static async connect(user: TestUser): Promise<PreviousApp & { cable: TcpProxy }> {
    const { hostname, port } = new URL(service.url);
    const cable = await TcpProxy.to(hostname, Number(port), () => () => undefined);
    cables.push(cable);
    const app = new PreviousApp(user, cable);
    await app.chat.connect();
    return Object.assign(app, { cable });
  }
}

/** A client of this release: it does what the previous one does not know. */
class Newcomer {
  private turn = 0;
  private newest: Message | undefined;

  constructor(
    private readonly device: ChatClient,
    private readonly roomId: string,
    /** Two who send with the previous client, and one who does not. */
    private readonly others: readonly TestUser[],
  ) {}

  /** Does the next of the new things. */
  async goOn(): Promise<void> {
    const [alice, bob] = this.others.map(({ id }) => id);
    const novelties = [
      () => this.send({ mentions: [alice], metadata: { place: [1, 2] }, kind: 'question' }),
      () => this.send({ mention_room: true }),
      () => this.send({ silent: true }),
      () => this.device.request('user.update', { status: { text: String(this.turn), emoji: null, until: null } }),
      () => this.edit({ mentions: [bob], metadata: { edited: this.turn } }),
      () => this.device.request('room.favourite', { room_id: this.roomId, favourite: this.turn % 2 === 0 }),
      () => this.send({ thread_id: this.newest!.id }),
      () => this.send({ poll: { options: ['yes', 'no'], multiple: true } }),
      () => this.device.request('poll.vote', { message_id: this.newest!.id, options: [1] }),
      () => this.device.request('message.pin', { message_id: this.newest!.id, pinned: true }),
      () => this.device.request('message.save', { message_id: this.newest!.id, saved: true }),
      () => this.device.request('draft.set', { room_id: this.roomId, content: `turn ${String(this.turn)}` }),
      () => this.schedule(),
      () => this.send({ thread_id: this.newest!.id, also_to_room: true }),
      () => this.device.request('room.notify', { room_id: this.roomId, level: 'mentions' }),
      () => this.restrict('mute'),
      () => this.set({ max_message_length: 1_000 + this.turn, media_allowed: this.turn % 2 === 0 }),
      () => this.restrict('none'),
      () => this.set({ message_ttl_seconds: 86_400 + this.turn }),
    ];
    await novelties[this.turn % novelties.length]!();
    this.turn += 1;
  }

  /** All messages of the room, oldest first. */
  async history(): Promise<Message[]> {
    const all: Message[] = [];
    for (let before: number | undefined; ;) {
      const paginate = { limit: 100, ...(before !== undefined && { before_seq: before }) };
      const requested = { room_id: this.roomId, paginate, include_threads: true };
      const { data: page } = await this.device.request('room.messages', requested);
      all.unshift(...page.data.messages.toReversed());
      if (!page.has_next) return all;
      before = all[0]!.seq;
    }
  }

  private restrict(kind: 'mute' | 'none'): Promise<unknown> {
    return this.device.request('room.restrict', { room_id: this.roomId, user_id: this.others.at(-1)!.id, kind });
  }

  private set(data: object): Promise<unknown> {
    return this.device.request('room.modify', { room_id: this.roomId, action: 'update', data });
  }

  private async schedule(): Promise<void> {
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    const content = `later than turn ${String(this.turn)}`;
    const { data } = await this.device.request('message.schedule', { room_id: this.roomId, content, send_at });
    await this.device.request('schedule.cancel', { id: data.id });
  }

  private async send(extra_fields: object): Promise<void> {
    const content = `turn ${String(this.turn)}`;
    const { data } = await this.device.request('message.send', { room_id: this.roomId, content, extra_fields });
    // A reply starts no thread.
    if (data.thread === null) this.newest = data;
  }

  private edit(extra_fields: object): Promise<unknown> {
    return this.device.request('message.modify', { action: 'update', message_id: this.newest!.id, extra_fields });
  }
}

it('the client library of the previous release works with this one, and loses nothing', async () => {
  const { alice, bob, carol, dave } = await users(service, 'alice', 'bob', 'carol', 'dave');
  const device = await carol.connect();
  const participants = [alice.id, bob.id, dave.id];
  const { data: room } = await device.request('room.create', { type: 'GroupChat', name: 'Evening', participants });
  const newcomer = new Newcomer(device, room.id, [alice, bob, dave]);
  const apps = [await PreviousApp.connect(alice), await PreviousApp.connect(bob)];
  const random = randomFrom(7);
  const sent: Promise<unknown>[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const app = apps[turn % apps.length]!;
    app.cable.mend();
    if (random() < 0.1) app.cable.cut();
    sent.push(app.chat.rooms.open(room.id).send(`evening ${String(turn)}`));
    await newcomer.goOn();
  }
  for (const app of apps) app.cable.mend();
  await Promise.all(sent);

  const all = await newcomer.history();
  expect(all.length).toBeGreaterThan(TURNS);
  for (const app of apps) {
    await eventually(() => app.messages.length >= all.length);
    expect(app.messages.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(app.errors).toEqual([]);
    app.chat.rooms.open(room.id).markRead(all.at(-1)!.seq);
    await eventually(async () => (await unreadOf(app, room.id)) === 0);
    await app.chat.close();
  }
}, 120_000);

it('the client library of the previous release bears that a scheduled message was refused', async () => {
  const { alice, bob } = await users(service, 'alice', 'bob');
  const [device, bobDevice] = [await alice.connect(), await bob.connect()];
  const { data: room } = await bobDevice.request('room.create', {
    type: 'GroupChat',
    name: 'Evening',
    participants: [alice.id],
  });
  const app = await PreviousApp.connect(alice);
  const send_at = new Date(Date.now() + 1_000).toISOString();
  await device.request('message.schedule', { room_id: room.id, content: 'too late', send_at });
  await bobDevice.request('room.remove_members', { room_id: room.id, members: [alice.id] });
  await device.receive('notification.dispatch');
  app.cable.cut();
  app.cable.mend();
  await eventually(() => app.notified.length > 0);
  expect(app.notified).toEqual([
    {
      room: room.id,
      sender: alice.id,
      content: '',
      is_deleted: true,
      seq: 0,
      reactions: [],
      attachments: [],
    },
  ]);
  expect([app.messages, app.errors]).toEqual([[], []]);
  await Promise.all([app.chat.close(), device.close(), bobDevice.close()]);
}, 120_000);

async function unreadOf({ chat }: PreviousApp, roomId: string): Promise<number | undefined> {
  const { rooms } = await chat.rooms.list();
  return rooms.find(({ id }) => id === roomId)?.unread_count;
}
