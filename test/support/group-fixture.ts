import type { GroupChat, Message } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { connectCast } from './cast.js';
import type { TestUser } from './people.js';
import type { Service } from './service.js';
import { allReceive, createGroup } from './messaging.js';

/** Alice with a phone and a laptop; Bob and Carol, who are in a group of Alice's; and Dave, who is not in it. */
export class GroupFixture {
  /** Created anew for each story. */
  room!: GroupChat;

  private constructor(
    readonly alice: TestUser,
    readonly bob: TestUser,
    readonly carol: TestUser,
    readonly phone: ChatClient,
    readonly laptop: ChatClient,
    readonly bobDevice: ChatClient,
    readonly carolDevice: ChatClient,
    readonly outsiderDevice: ChatClient,
    private readonly service: Service,
  ) {}

  static async create(service: Service): Promise<GroupFixture> {
    const cast = await connectCast(service);
    const { alice, bob, carol, phone, laptop, bobDevice, carolDevice, daveDevice: outsiderDevice } = cast;
    return new GroupFixture(alice, bob, carol, phone, laptop, bobDevice, carolDevice, outsiderDevice, service);
  }

  async createRoom(): Promise<void> {
    this.room = await createGroup(this.phone, [
      { user: this.bob, device: this.bobDevice },
      { user: this.carol, device: this.carolDevice },
    ]);
    await this.laptop.receive('roomcreate.dispatch');
    await this.waitForSubscriptions();
  }

  /**
   * Waits until every node has subscribed to the rooms that it serves. Before that, an event without a sequence number
   * from another node would be lost.
   */
  async waitForSubscriptions(): Promise<void> {
    await this.service.clusterBarrier?.waitForDelivery();
  }

  /** Every device in the room but one. */
  allExcept(device: ChatClient): ChatClient[] {
    return [this.phone, this.laptop, this.bobDevice, this.carolDevice].filter((other) => other !== device);
  }

  /** Sends a message and waits until all others have received it. */
  async sendAndDeliver(device: ChatClient, content: string, extra_fields: object = {}): Promise<Message> {
    const { data } = await device.request('message.send', { room_id: this.room.id, content, extra_fields });
    await allReceive(this.allExcept(device), 'message.dispatch');
    return data;
  }

  /** All unread frames of all users, including the non-member. */
  async drain(): Promise<unknown[]> {
    const devices = [this.phone, this.laptop, this.bobDevice, this.carolDevice, this.outsiderDevice];
    return (await Promise.all(devices.map((device) => device.drain()))).flat();
  }
}
