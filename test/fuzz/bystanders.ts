import type { GroupChat } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { ClientState, syncInto } from '../support/client-state.js';
import type { Received } from '../support/frames.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';
import type { ReceivedFrames } from './crowd.js';

/** Two users in a room of their own, whom the fuzzing must not affect. */
export class Bystanders {
  private readonly copy = new ClientState();
  private sent = 0;
  private lastSeq = 0;

  private constructor(
    readonly room: GroupChat,
    private readonly devices: readonly [ChatClient, ChatClient],
  ) {}

  static async create(service: Service): Promise<Bystanders> {
    const { erin, frank } = await users(service, 'erin', 'frank');
    const [one, other] = [await connectMember(erin), await connectMember(frank)];
    const room = await createGroup(one.device, [other], 'Quiet');
    const bystanders = new Bystanders(room, [one.device, other.device]);
    await syncInto(other.device, bystanders.copy);
    return bystanders;
  }

  async waitUntilReceived(): Promise<ReceivedFrames> {
    const { id } = await sendMessage(this.devices[0], this.room, 'Leave us alone.');
    await this.receive('Leave us alone.');
    return { rooms: [this.room.id], messages: [id] };
  }

  /** One sends a message, and the other receives it and nothing else. */
  async sendMessages(): Promise<void> {
    const content = `message ${String(++this.sent)}`;
    await sendMessage(this.devices[0], this.room, content);
    await this.receive(content);
  }

  get messages(): number {
    return this.sent;
  }

  /** Neither has received anything else, and the database holds exactly their messages. */
  async expectUnchanged(): Promise<void> {
    const [sender, listener] = this.devices;
    expect([await sender.drain(), await listener.drain()]).toEqual([[], []]);
    const anew = await ClientState.create(listener);
    expect(this.copy.view()).toEqual(anew.view());
    const fromNothing = new ClientState();
    await syncInto(listener, fromNothing);
    expect(fromNothing.view()).toEqual(anew.view(fromNothing));
  }

  async leave(): Promise<void> {
    for (const device of this.devices) await device.close();
  }

  private async receive(content: string): Promise<void> {
    const [frame, ...others] = (await this.devices[1].drain()) as Received<'message.dispatch'>[];
    expect([frame, others]).toMatchObject([{ room_id: this.room.id, data: { content } }, []]);
    if (this.lastSeq > 0) expect(frame!.seq).toBe(this.lastSeq + 1);
    this.lastSeq = frame!.seq!;
    this.copy.apply(frame!);
  }
}
