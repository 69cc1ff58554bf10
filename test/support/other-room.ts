import type { GroupChat, Message } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import type { GroupFixture } from './group-fixture.js';
import { allReceive, createGroup, sendMessage } from './messaging.js';

/** Another group of Alice, Bob and Carol. */
export class OtherRoom {
  private constructor(
    private readonly fixture: GroupFixture,
    readonly room: GroupChat,
  ) {}

  static async create(fixture: GroupFixture): Promise<OtherRoom> {
    const { phone, laptop, bob, bobDevice, carol, carolDevice } = fixture;
    const others = [
      { user: bob, device: bobDevice },
      { user: carol, device: carolDevice },
    ];
    const room = await createGroup(phone, others, 'Others');
    await laptop.receive('roomcreate.dispatch');
    return new OtherRoom(fixture, room);
  }

  /** Sends a message and waits until all others have received it. */
  async sendAndDeliver(device: ChatClient, content: string): Promise<Message> {
    const message = await sendMessage(device, this.room, content);
    await allReceive(this.fixture.allExcept(device), 'message.dispatch');
    return message;
  }
}
