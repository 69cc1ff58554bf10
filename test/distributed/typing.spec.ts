import { randomUUID } from 'node:crypto';

import { GroupFixture } from '../support/group-fixture.js';
import { eventually } from '../support/eventually.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { allReceive, sendMessage } from '../support/messaging.js';

let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  parley = await sharedService();
  fixture = await GroupFixture.create(parley);
});

beforeEach(() => fixture.createRoom());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(fixture.drain()).resolves.toEqual([]);
});

describe('message.typing', () => {
  it("is dispatched to every device in the room, the requester's too", async () => {
    const { bobDevice, bob, room } = fixture;
    const own = await bobDevice.request('message.typing', { room_id: room.id.toUpperCase() });
    expect(own).toEqual({
      eventType: 'messagetyping.dispatch',
      room_id: room.id,
      request_id: own.request_id,
      data: { username: bob.username, user_id: bob.id, room_id: room.id, expires_in: 5 },
    });
    const received = await allReceive(fixture.allExcept(bobDevice), 'messagetyping.dispatch');
    expect({ ...received, request_id: own.request_id }).toEqual(own);
  });

  it('repeated soon is answered only to the requester, on any device', async () => {
    const { phone, laptop, bobDevice, carolDevice, room } = fixture;
    const requested = [phone, phone].map((device) => device.sendRequest('message.typing', { room_id: room.id }));
    const received = await laptop.receive('messagetyping.dispatch');
    const again = await laptop.request('message.typing', { room_id: room.id });
    const answers = [...(await Promise.all(requested.map((id) => phone.response(id)))), again];
    expect(answers.map(({ meta }) => meta?.changed ?? true)).toEqual([true, false, false]);
    for (const { eventType, room_id } of answers)
      expect([eventType, room_id]).toEqual(['messagetyping.dispatch', room.id]);
    await expect(allReceive([bobDevice, carolDevice], 'messagetyping.dispatch')).resolves.toEqual(received);
  });

  it('repeated soon without a request id is not answered at all', async () => {
    const { bobDevice, room } = fixture;
    const typing = JSON.stringify({ event_type: 'message.typing', data: { room_id: room.id } });
    for (let times = 0; times < 3; times += 1) bobDevice.sendText(typing);
    await allReceive([...fixture.allExcept(bobDevice), bobDevice], 'messagetyping.dispatch');
  });

  it('of one user in one room delays no other user and no other room', async () => {
    const { phone, laptop, bobDevice, carolDevice, bob, room } = fixture;
    const { data: chat } = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    await allReceive([laptop, bobDevice], 'roomcreate.dispatch');
    await fixture.waitForSubscriptions();
    for (const device of [phone, bobDevice, carolDevice]) {
      await expect(device.request('message.typing', { room_id: room.id })).resolves.not.toHaveProperty('meta');
      await allReceive(fixture.allExcept(device), 'messagetyping.dispatch');
    }
    await expect(bobDevice.request('message.typing', { room_id: chat.id })).resolves.not.toHaveProperty('meta');
    await allReceive([phone, laptop], 'messagetyping.dispatch');
  });

  it('is dispatched again later', async () => {
    const { bobDevice, room } = fixture;
    const goesOut = async (): Promise<boolean> =>
      !(await bobDevice.request('message.typing', { room_id: room.id })).meta;
    await expect(goesOut()).resolves.toBe(true);
    await eventually(goesOut);
    for (let times = 0; times < 2; times += 1) await allReceive(fixture.allExcept(bobDevice), 'messagetyping.dispatch');
  });

  it('takes no sequence number', async () => {
    const { bobDevice, phone, room } = fixture;
    await bobDevice.request('message.typing', { room_id: room.id });
    await allReceive(fixture.allExcept(bobDevice), 'messagetyping.dispatch');
    expect((await fixture.sendAndDeliver(phone, 'yes?')).seq).toBe(room.last_seq + 1);
  });

  it('is allowed only to members who may send', async () => {
    const { phone, laptop, bobDevice, bob } = fixture;
    for (const requested of [
      { type: 'Channel', name: 'News', subscribers: [bob.id] },
      { type: 'GroupChat', name: 'Quiet', participants: [bob.id], extra_fields: { group_locked: true } },
    ]) {
      const { data: quiet } = await phone.request('room.create', requested);
      await allReceive([laptop, bobDevice], 'roomcreate.dispatch');
      await fixture.waitForSubscriptions();
      await expect(bobDevice.expectRefused('message.typing', { room_id: quiet.id })).resolves.toMatchObject({
        code: 4002,
      });
      await sendMessage(phone, quiet, 'news');
      await allReceive([laptop, bobDevice], 'message.dispatch');
      await phone.request('message.typing', { room_id: quiet.id });
      await allReceive([laptop, bobDevice], 'messagetyping.dispatch');
    }
  });

  it('is refused to non-members as for a room that does not exist', async () => {
    const { outsiderDevice, room } = fixture;
    const unknown = await outsiderDevice.expectRefused('message.typing', { room_id: randomUUID() });
    const foreign = await outsiderDevice.expectRefused('message.typing', { room_id: room.id });
    expect(foreign).toMatchObject({ code: 4004, detail: unknown.detail });
  });

  it.each([undefined, null, 7, '', 'room', {}, [randomUUID()]])('is refused with the room %j', async (room_id) => {
    const refused = await fixture.phone.expectRefused('message.typing', { room_id });
    expect(refused).toMatchObject({ code: 4003, detail: { room_id: [expect.any(String)] } });
  });
});
