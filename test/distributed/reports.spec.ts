import type { GroupChat, ReportAction } from '@parley/protocol';

import { closeCast, connectCast } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import type { ChatClient } from '../support/chat-client.js';
import { createGroup, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const ROUNDS = 5;

let parley: Service;
/** Alice leads the room, and her two devices are on two nodes. */
let cast: Cast;
let room: GroupChat;
/** Of a moderator of the deployment, who is no member. */
let erinDevice: ChatClient;

beforeAll(async () => {
  parley = await sharedService();
});
beforeEach(async () => {
  cast = await connectCast(parley);
  const { bob, bobDevice, carol, carolDevice } = cast;
  room = await createGroup(cast.phone, [
    { user: bob, device: bobDevice },
    { user: carol, device: carolDevice },
  ]);
  const { erin } = await users(parley, 'erin');
  await parley.parley('users', 'set-role', erin.username, 'moderator');
  erinDevice = await erin.connect();
});
afterEach(async () => {
  await erinDevice.close();
  await closeCast(cast);
});

/** Carol reports a message of Bob. */
async function reported(text: string): Promise<{ readonly messageId: string; readonly reportId: string }> {
  const { id } = await sendMessage(cast.bobDevice, room, text);
  await cast.carolDevice.receive('message.dispatch', ({ data }) => data.id === id);
  const { data } = await cast.carolDevice.request('message.report', { message_id: id, reason: 'spam' });
  return { messageId: id, reportId: data.report_id };
}

const receivesReport = async (device: ChatClient, reportId: string, state: string): Promise<void> => {
  await device.receive('report.dispatch', ({ data }) => data.report_id === reportId && data.state === state);
};

describe('a report', () => {
  it('reaches the leaders and moderators of every node, and is resolved on another node for all', async () => {
    const effects: Partial<Record<ReportAction, (messageId: string) => Promise<unknown>>> = {
      delete_message: (messageId) =>
        cast.carolDevice.receive('messagemodification.dispatch', ({ data }) => {
          return data.action === 'delete' && data.message_ids.includes(messageId);
        }),
      mute: async () => {
        const refused = await cast.bobDevice.expectRefused('message.send', { room_id: room.id, content: 'x' });
        expect(refused.code).toBe(4002);
        await cast.laptop.request('room.restrict', { room_id: room.id, user_id: cast.bob.id, kind: 'none' });
      },
      ban: () => cast.bobDevice.receive('roomexit.dispatch'),
    };
    for (const [action, takesEffect] of Object.entries(effects)) {
      const { messageId, reportId } = await reported(action);
      for (const device of [cast.phone, cast.laptop, erinDevice]) await receivesReport(device, reportId, 'open');
      await erinDevice.request('report.resolve', { report_id: reportId, action });
      for (const device of [cast.phone, cast.laptop]) await receivesReport(device, reportId, 'resolved');
      await takesEffect(messageId);
    }
  });

  it('is resolved once, of two who resolve it at the same moment on two nodes', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { messageId, reportId } = await reported(`round ${String(round)}`);
      const requests = [
        [cast.laptop, 'dismiss'],
        [erinDevice, 'delete_message'],
      ] as const;
      const answers = await Promise.all(
        requests.map(([device, action]) =>
          device.response(device.sendRequest('report.resolve', { report_id: reportId, action })),
        ),
      );
      expect(answers.map(({ error }) => error?.code).sort()).toEqual([4005, undefined]);
      const isDeleted = answers[1]!.error === undefined;
      const { data: page } = await cast.carolDevice.request('room.messages', { room_id: room.id });
      const shown = page.data.messages.find(({ id }) => id === messageId);
      expect(shown === undefined || shown.is_deleted).toBe(isDeleted);
    }
  });
});
