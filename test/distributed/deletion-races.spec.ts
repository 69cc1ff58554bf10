import type { Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import type { Received } from '../support/frames.js';
import { manyUsers } from '../support/people.js';
import { sampled } from '../support/sample.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { createGroup, historyOf, connectMember, sendMessage } from '../support/messaging.js';

const PEOPLE = 8;
const ROUNDS = sampled(24);
const REPLIES_EACH = 3;

describe.each(['false', 'true'])('concurrent replies to a message that is deleted (MESSAGE_SOFT_DELETE=%s)', (soft) => {
  let parley: Service;
  let devices: ChatClient[];

  beforeAll(async () => {
    parley = await sharedService(soft === 'true' ? 'keepDeletedMessages' : 'default');
  });

  /** Sends half of the replies before the deletion and half after it. @returns the dispatches of the round */
  const race = async (message: Message): Promise<{ deletion: number; replies: Received<'message.dispatch'>[] }> => {
    const [leader, ...others] = devices as [ChatClient, ...ChatClient[]];
    const reply = { room_id: message.room.id, content: 'what?', extra_fields: { parent_message_id: message.id } };
    const replies = (device: ChatClient): string[] =>
      Array.from({ length: REPLIES_EACH }, () => device.sendRequest('message.send', reply));
    const half = others.length / 2;
    const early = others.slice(0, half).map((device) => [device, replies(device)] as const);
    const requested = leader.sendRequest('message.modify', { action: 'delete', message_id: message.id });
    const late = others.slice(half).map((device) => [device, replies(device)] as const);
    await Promise.all(
      [...early, ...late].flatMap(([device, ids]) =>
        ids.map(async (id) => {
          const { error } = await device.response(id);
          expect(error?.code ?? 4004).toBe(4004);
        }),
      ),
    );
    const { seq } = await leader.response(requested);
    const frames = await leader.drain();
    for (const device of others) await device.drain();
    const received = frames.filter(({ eventType }) => eventType === 'message.dispatch');
    return { deletion: seq ?? 0, replies: received as Received<'message.dispatch'>[] };
  };

  it('never carry its text under a number after the deletion', async () => {
    const [leader, ...others] = await Promise.all((await manyUsers(parley, PEOPLE + 1)).map(connectMember));
    devices = [leader!.device, ...others.map(({ device }) => device)];
    for (let round = 0; round < ROUNDS; round += 1) {
      const room = await createGroup(leader!.device, others);
      const message = await sendMessage(leader!.device, room, 'a secret');
      const { deletion, replies } = await race(message);
      for (const { seq, data } of replies) {
        expect(seq).toBeLessThan(deletion);
        // A node that missed a dispatch reads the reply from the log, which may be after the deletion.
        expect([message.id, undefined]).toContain(data.parent_message?.id);
      }
      const history = await historyOf(leader!.device, room);
      expect(history.filter(({ parent_message }) => parent_message !== null)).toEqual([]);
      expect(JSON.stringify(history)).not.toContain('secret');
    }
  });
});
