import type { GroupChat, Message } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import type { Circle } from './circle.js';
import { allHear, groupOf, says } from './talk.js';

/** Another group of Alice, Bob and Carol. */
export class OtherRoom {
  private constructor(
    private readonly circle: Circle,
    readonly room: GroupChat,
  ) {}

  static async of(circle: Circle): Promise<OtherRoom> {
    const { phone, laptop, bob, bobs, carol, carols } = circle;
    const others = [
      { person: bob, device: bobs },
      { person: carol, device: carols },
    ];
    const room = await groupOf(phone, others, 'Others');
    await laptop.hears('roomcreate.dispatch');
    return new OtherRoom(circle, room);
  }

  /** Sends a message and waits until all others have received it. */
  async said(device: ChatClient, content: string): Promise<Message> {
    const message = await says(device, this.room, content);
    await allHear(this.circle.but(device), 'message.dispatch');
    return message;
  }
}
