import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { manyUsers } from '../support/people.js';
import { sampled } from '../support/sample.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';

const ROUNDS = sampled(8);
const MESSAGES = 25;

describe.each(['false', 'true'])('concurrent changes of the same messages (MESSAGE_SOFT_DELETE=%s)', (soft) => {
  let parley: Service;
  /** The first of them creates the rooms. */
  let devices: ChatClient[];
  let room: Room;
  let elsewhere: Room;

  beforeAll(async () => {
    parley = await sharedService(soft === 'true' ? 'keepDeletedMessages' : 'default');
    const [creator, ...others] = await Promise.all((await manyUsers(parley, 8)).map(connectMember));
    devices = [creator!.device, ...others.map(({ device }) => device)];
    room = await createGroup(creator!.device, others);
    elsewhere = await createGroup(creator!.device, others, 'Elsewhere');
  });

  /** Sends all requests without waiting for answers. @returns the refusals, by their codes */
  const request = async (device: ChatClient, requests: [event: string, data: object][]): Promise<unknown[]> => {
    const requested = requests.map(([event, data]) => device.sendRequest(event, data));
    const answers = await Promise.all(requested.map((id) => device.response(id)));
    return answers.flatMap(({ error }) => (error ? [error] : []));
  };

  const send = (to: Room, extra_fields: object): [string, object] => [
    'message.send',
    { room_id: to.id, content: 'x', extra_fields },
  ];

  it('either succeed or are refused because the message is gone', async () => {
    const [leader, sender, ...others] = devices as [ChatClient, ChatClient, ...ChatClient[]];
    for (let round = 0; round < ROUNDS; round += 1) {
      const sent = Array.from({ length: MESSAGES }, (_, at) => sendMessage(sender, room, String(at)));
      const ids = (await Promise.all(sent)).map(({ id }: Message) => id);
      const back = ids.toReversed();
      const half = ids.slice(0, MESSAGES / 2);
      const refusals = await Promise.all([
        request(leader, [['message.modify', { action: 'delete', message_id: ids }]]),
        request(sender, [
          ['message.modify', { action: 'delete', message_id: half.toReversed() }],
          ...back.map((message_id): [string, object] => [
            'message.modify',
            { action: 'update', message_id, extra_fields: { content: 'edited' } },
          ]),
        ]),
        request(others[0]!, [['message.read', { message_id: back }]]),
        request(others[1]!, [['message.acknowledged', { message_id: ids }]]),
        request(
          others[2]!,
          back.map((id): [string, object] => ['message.read', { message_id: id }]),
        ),
        request(
          others[3]!,
          back.map((id) => ['message.react', { type: 'add', message_id: id, reaction_content: '👍' }]),
        ),
        request(
          others[4]!,
          back.map((id) => send(elsewhere, { forwarded_from_id: id })),
        ),
        request(
          others[4]!,
          ids.map((id) => send(elsewhere, { forwarded_from_id: id })),
        ),
        request(
          others[5]!,
          back.map((id) => send(room, { parent_message_id: id })),
        ),
      ]);
      const codes = new Set(refusals.flat().map((refusal) => (refusal as { code: number }).code));
      expect([...codes].filter((code) => code !== 4004 && !(code === 4003 && soft === 'true'))).toEqual([]);
    }
    expect(parley.output).not.toMatch(/Fault|deadlock/);
  });
});
