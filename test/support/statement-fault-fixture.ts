import type { Channel, GroupChat, Message, OneToOneChat, Room } from '@parley/protocol';
import pg from 'pg';

import { CuttingProxy } from './cutting-proxy.js';
import { emptyEndedRooms, keepTimers } from './ended-rooms.js';
import type { Frame } from './frames.js';
import { users } from './people.js';
import { newServiceData } from './service-data.js';
import type { ServiceData } from './service-data.js';
import { Service } from './service.js';
import { StoredState } from './stored-state.js';
import { connectMember, sendMessage } from './messaging.js';
import type { Member } from './messaging.js';

/** A service, a proxy that cuts its database connection at a statement, and a few users with rooms for one event. */
export class StatementFaultFixture {
  private constructor(
    private readonly serviceData: ServiceData,
    readonly proxy: CuttingProxy,
    readonly parley: Service,
    /** A direct connection, without the proxy. */
    readonly database: pg.Client,
    readonly alice: Member,
    readonly bob: Member,
    readonly carol: Member,
    readonly dave: Member,
  ) {}

  static async start(): Promise<StatementFaultFixture> {
    const serviceData = await newServiceData();
    const url = serviceData.env.DATABASE_URL!;
    const proxy = await CuttingProxy.before(url);
    const parley = await Service.start({ DATABASE_URL: proxy.databaseUrl }, serviceData);
    const database = new pg.Client({ connectionString: url });
    await database.connect();
    await keepTimers(database);
    const { alice, bob, carol, dave } = await users(parley, 'alice', 'bob', 'carol', 'dave');
    const all = await Promise.all([alice, bob, carol, dave].map((user) => connectMember(user)));
    return new StatementFaultFixture(
      serviceData,
      proxy,
      parley,
      database,
      ...(all as [Member, Member, Member, Member]),
    );
  }

  get members(): Member[] {
    return [this.alice, this.bob, this.carol, this.dave];
  }

  stored(): Promise<StoredState> {
    return StoredState.of(this.database);
  }

  /** Created by Alice, with Bob and Carol. */
  async group(extra_fields: object = {}): Promise<GroupChat> {
    const participants = [this.bob.user.id, this.carol.user.id];
    return (await this.createRoom({ type: 'GroupChat', name: 'Friends', participants, extra_fields })) as GroupChat;
  }

  /** Created by Alice, with Bob and Carol. */
  async channel(): Promise<Channel> {
    const subscribers = [this.bob.user.id, this.carol.user.id];
    const extra_fields = { is_public: true };
    return (await this.createRoom({ type: 'Channel', name: 'News', subscribers, extra_fields })) as Channel;
  }

  /** Created by Alice, with Bob. */
  async chat(): Promise<OneToOneChat> {
    return (await this.createRoom({ type: 'OneToOneChat', participants: [this.bob.user.id] })) as OneToOneChat;
  }

  /** In the order of the contents. */
  async sendMessages(room: Room, by: Member, ...contents: string[]): Promise<Message[]> {
    const messages: Message[] = [];
    for (const content of contents) messages.push(await sendMessage(by.device, room, content));
    return messages;
  }

  /** Removes all rooms with everything in them, and reads all frames. */
  async deleteRooms(): Promise<void> {
    // A chat of two ends when both have deleted it.
    const { rows } = await this.database.query<{ id: string; user_id: number }>(
      `SELECT r.id, m.user_id FROM rooms r JOIN room_members m ON m.room_id = r.id
       WHERE r.type = 'OneToOneChat' OR m.user_id = r.creator_id`,
    );
    for (const { id: room_id, user_id } of rows) {
      const { device } = this.members.find(({ user }) => user.id === user_id)!;
      await device.request('room.modify', { room_id, action: 'delete', data: {} });
    }
    await emptyEndedRooms(this.database);
    await this.drain();
  }

  /** The unread frames of each user. */
  drain(): Promise<Frame[][]> {
    return Promise.all(this.members.map(({ device }) => device.drain()));
  }

  async close(): Promise<void> {
    await this.database.end();
    await this.parley.stop();
    await this.proxy.close();
    await this.serviceData.remove();
  }

  private async createRoom(request: object): Promise<Room> {
    return (await this.alice.device.request('room.create', request)).data;
  }
}
