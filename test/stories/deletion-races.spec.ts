import type { Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import type { Heard } from '../support/frames.js';
import { crowd } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { groupOf, historyOf, onADevice, says } from '../support/talk.js';

const PEOPLE = 8;
const ROUNDS = 15;
const REPLIES_EACH = 3;

describe.each(['false', 'true'])('concurrent replies to a message that is deleted (MESSAGE_SOFT_DELETE=%s)', (soft) => {
  let parley: Service;
  let devices: ChatClient[];

  beforeAll(async () => {
    parley = await sharedService(soft === 'true' ? 'keepDeletedMessages' : 'default');
  });

  /** Sends half of the replies before the deletion and half after it. @returns the dispatches of the round */
  const race = async (message: Message): Promise<{ deletion: number; replies: Heard<'message.dispatch'>[] }> => {
    const [leader, ...others] = devices as [ChatClient, ...ChatClient[]];
    const reply = { room_id: message.room.id, content: 'what?', extra_fields: { parent_message_id: message.id } };
    const replies = (device: ChatClient): string[] =>
      Array.from({ length: REPLIES_EACH }, () => device.asks('message.send', reply));
    const half = others.length / 2;
    const early = others.slice(0, half).map((device) => [device, replies(device)] as const);
    const asked = leader.asks('message.modify', { action: 'delete', message_id: message.id });
    const late = others.slice(half).map((device) => [device, replies(device)] as const);
    await Promise.all(
      [...early, ...late].flatMap(([device, ids]) =>
        ids.map(async (id) => {
          const { error } = await device.answered(id);
          expect(error?.code ?? 4004).toBe(4004);
        }),
      ),
    );
    const { seq } = await leader.answered(asked);
    const frames = await leader.rest();
    for (const device of others) await device.rest();
    const heard = frames.filter(({ eventType }) => eventType === 'message.dispatch');
    return { deletion: seq ?? 0, replies: heard as Heard<'message.dispatch'>[] };
  };

  it('never carry its text under a number after the deletion', async () => {
    const [leader, ...others] = await Promise.all((await crowd(parley, PEOPLE + 1)).map(onADevice));
    devices = [leader!.device, ...others.map(({ device }) => device)];
    for (let round = 0; round < ROUNDS; round += 1) {
      const room = await groupOf(leader!.device, others);
      const message = await says(leader!.device, room, 'a secret');
      const { deletion, replies } = await race(message);
      for (const { seq, data } of replies) {
        expect(data.parent_message?.id).toBe(message.id);
        expect(seq).toBeLessThan(deletion);
      }
      const history = await historyOf(leader!.device, room);
      expect(history.filter(({ parent_message }) => parent_message !== null)).toEqual([]);
      expect(JSON.stringify(history)).not.toContain('secret');
    }
  });
});
