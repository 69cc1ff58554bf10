import type { GroupChat } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { Copy, syncs } from '../support/copy.js';
import type { Heard } from '../support/frames.js';
import { people } from '../support/people.js';
import type { Service } from '../support/service.js';
import { groupOf, onADevice, says } from '../support/talk.js';
import type { Overheard } from './crowd.js';

/** Two users in a room of their own, whom the fuzzing must not affect. */
export class Neighbours {
  private readonly copy = new Copy();
  private said = 0;
  private lastSeq = 0;

  private constructor(
    readonly room: GroupChat,
    private readonly devices: readonly [ChatClient, ChatClient],
  ) {}

  static async on(service: Service): Promise<Neighbours> {
    const { erin, frank } = await people(service, 'erin', 'frank');
    const [one, other] = [await onADevice(erin), await onADevice(frank)];
    const room = await groupOf(one.device, [other], 'Quiet');
    const neighbours = new Neighbours(room, [one.device, other.device]);
    await syncs(other.device, neighbours.copy);
    return neighbours;
  }

  async areOverheard(): Promise<Overheard> {
    const { id } = await says(this.devices[0], this.room, 'Leave us alone.');
    await this.hears('Leave us alone.');
    return { rooms: [this.room.id], messages: [id] };
  }

  /** One sends a message, and the other receives it and nothing else. */
  async talk(): Promise<void> {
    const content = `message ${String(++this.said)}`;
    await says(this.devices[0], this.room, content);
    await this.hears(content);
  }

  get messages(): number {
    return this.said;
  }

  /** Neither has received anything else, and the database holds exactly their messages. */
  async findAllAsTheyLeftIt(): Promise<void> {
    const [speaker, listener] = this.devices;
    expect([await speaker.rest(), await listener.rest()]).toEqual([[], []]);
    const anew = await Copy.anew(listener);
    expect(this.copy.seen()).toEqual(anew.seen());
    const fromNothing = new Copy();
    await syncs(listener, fromNothing);
    expect(fromNothing.seen()).toEqual(anew.seen(fromNothing));
  }

  async leave(): Promise<void> {
    for (const device of this.devices) await device.leaves();
  }

  private async hears(content: string): Promise<void> {
    const [frame, ...others] = (await this.devices[1].rest()) as Heard<'message.dispatch'>[];
    expect([frame, others]).toMatchObject([{ room_id: this.room.id, data: { content } }, []]);
    if (this.lastSeq > 0) expect(frame!.seq).toBe(this.lastSeq + 1);
    this.lastSeq = frame!.seq!;
    this.copy.hears(frame!);
  }
}
