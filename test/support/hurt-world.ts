import type { Channel, GroupChat, Message, OneToOneChat, Room } from '@parley/protocol';
import pg from 'pg';

import { CuttingProxy } from './cutting-proxy.js';
import type { Frame } from './frames.js';
import { people } from './people.js';
import { newPlace } from './place.js';
import type { Place } from './place.js';
import { Service } from './service.js';
import { StoredState } from './stored-state.js';
import { onADevice, says } from './talk.js';
import type { Member } from './talk.js';

/** A service, a proxy that cuts its database connection at a statement, and a few users with rooms for one event. */
export class HurtWorld {
  private constructor(
    private readonly place: Place,
    readonly proxy: CuttingProxy,
    readonly parley: Service,
    /** A direct connection, without the proxy. */
    readonly database: pg.Client,
    readonly alice: Member,
    readonly bob: Member,
    readonly carol: Member,
    readonly dave: Member,
  ) {}

  static async begin(): Promise<HurtWorld> {
    const place = await newPlace();
    const url = place.env.DATABASE_URL!;
    const proxy = await CuttingProxy.to(url);
    const parley = await Service.start({ DATABASE_URL: proxy.databaseUrl }, place);
    const database = new pg.Client({ connectionString: url });
    await database.connect();
    const { alice, bob, carol, dave } = await people(parley, 'alice', 'bob', 'carol', 'dave');
    const all = await Promise.all([alice, bob, carol, dave].map((person) => onADevice(person)));
    return new HurtWorld(place, proxy, parley, database, ...(all as [Member, Member, Member, Member]));
  }

  get people(): Member[] {
    return [this.alice, this.bob, this.carol, this.dave];
  }

  stored(): Promise<StoredState> {
    return StoredState.of(this.database);
  }

  /** Created by Alice, with Bob and Carol. */
  async group(extra_fields: object = {}): Promise<GroupChat> {
    const participants = [this.bob.person.id, this.carol.person.id];
    return (await this.makes({ type: 'GroupChat', name: 'Friends', participants, extra_fields })) as GroupChat;
  }

  /** Created by Alice, with Bob and Carol. */
  async channel(): Promise<Channel> {
    const subscribers = [this.bob.person.id, this.carol.person.id];
    const extra_fields = { is_public: true };
    return (await this.makes({ type: 'Channel', name: 'News', subscribers, extra_fields })) as Channel;
  }

  /** Created by Alice, with Bob. */
  async chat(): Promise<OneToOneChat> {
    return (await this.makes({ type: 'OneToOneChat', participants: [this.bob.person.id] })) as OneToOneChat;
  }

  /** In the order of the contents. */
  async said(room: Room, by: Member, ...contents: string[]): Promise<Message[]> {
    const messages: Message[] = [];
    for (const content of contents) messages.push(await says(by.device, room, content));
    return messages;
  }

  /** Removes all rooms, and reads all frames. */
  async isCleared(): Promise<void> {
    const { rows } = await this.database.query<{ id: string; user_id: number }>(
      `SELECT r.id, coalesce(r.creator_id, s.user_id) AS user_id
       FROM rooms r CROSS JOIN LATERAL (SELECT user_id FROM room_members WHERE room_id = r.id LIMIT 1) s`,
    );
    for (const { id: room_id, user_id } of rows) {
      const { device } = this.people.find(({ person }) => person.id === user_id)!;
      await device.ask('room.modify', { room_id, action: 'delete', data: {} });
    }
    await this.heard();
  }

  /** The unread frames of each user. */
  heard(): Promise<Frame[][]> {
    return Promise.all(this.people.map(({ device }) => device.rest()));
  }

  async end(): Promise<void> {
    await this.database.end();
    await this.parley.stop();
    await this.proxy.close();
    await this.place.remove();
  }

  private async makes(request: object): Promise<Room> {
    return (await this.alice.device.ask('room.create', request)).data;
  }
}
