import type { GroupChat, Message } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { people } from './people.js';
import type { Person } from './people.js';
import type { Service } from './service.js';
import { allHear, groupOf } from './talk.js';

/** Alice with a phone and a laptop; Bob and Carol, who are in a group of Alice's; and Dave, who is not in it. */
export class Circle {
  /** Created anew for each story. */
  room!: GroupChat;

  private constructor(
    readonly alice: Person,
    readonly bob: Person,
    readonly carol: Person,
    readonly phone: ChatClient,
    readonly laptop: ChatClient,
    readonly bobs: ChatClient,
    readonly carols: ChatClient,
    readonly strangers: ChatClient,
    private readonly service: Service,
  ) {}

  static async on(service: Service): Promise<Circle> {
    const { alice, bob, carol, dave } = await people(service, 'alice', 'bob', 'carol', 'dave');
    const [phone, laptop, bobs, carols, strangers] = await Promise.all([
      alice.arrives(),
      alice.arrives(),
      bob.arrives(),
      carol.arrives(),
      dave.arrives(),
    ]);
    return new Circle(alice, bob, carol, phone, laptop, bobs, carols, strangers, service);
  }

  async meets(): Promise<void> {
    this.room = await groupOf(this.phone, [
      { person: this.bob, device: this.bobs },
      { person: this.carol, device: this.carols },
    ]);
    await this.laptop.hears('roomcreate.dispatch');
    await this.listens();
  }

  /**
   * Waits until every node has subscribed to the rooms that it serves. Before that, an event without a sequence number
   * from another node would be lost.
   */
  async listens(): Promise<void> {
    await this.service.crossing?.passed();
  }

  /** Every device in the room but one. */
  but(device: ChatClient): ChatClient[] {
    return [this.phone, this.laptop, this.bobs, this.carols].filter((other) => other !== device);
  }

  /** Sends a message and waits until all others have received it. */
  async said(device: ChatClient, content: string, extra_fields: object = {}): Promise<Message> {
    const { data } = await device.ask('message.send', { room_id: this.room.id, content, extra_fields });
    await allHear(this.but(device), 'message.dispatch');
    return data;
  }

  /** All unread frames of all users, including the non-member. */
  async rest(): Promise<unknown[]> {
    const devices = [this.phone, this.laptop, this.bobs, this.carols, this.strangers];
    return (await Promise.all(devices.map((device) => device.rest()))).flat();
  }
}
