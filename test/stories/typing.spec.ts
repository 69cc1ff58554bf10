import { randomUUID } from 'node:crypto';

import { Circle } from '../support/circle.js';
import { eventually } from '../support/eventually.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { allHear, says } from '../support/talk.js';

let parley: Service;
let circle: Circle;

beforeAll(async () => {
  parley = await sharedService();
  circle = await Circle.on(parley);
});

beforeEach(() => circle.meets());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(circle.rest()).resolves.toEqual([]);
});

describe('message.typing', () => {
  it("is dispatched to every device in the room, the requester's too", async () => {
    const { bobs, bob, room } = circle;
    const own = await bobs.ask('message.typing', { room_id: room.id.toUpperCase() });
    expect(own).toEqual({
      eventType: 'messagetyping.dispatch',
      room_id: room.id,
      request_id: own.request_id,
      data: { username: bob.username, user_id: bob.id, room_id: room.id, expires_in: 5 },
    });
    const heard = await allHear(circle.but(bobs), 'messagetyping.dispatch');
    expect({ ...heard, request_id: own.request_id }).toEqual(own);
  });

  it('repeated soon is answered only to the requester, on any device', async () => {
    const { phone, laptop, bobs, carols, room } = circle;
    const asked = [phone, phone].map((device) => device.asks('message.typing', { room_id: room.id }));
    const heard = await laptop.hears('messagetyping.dispatch');
    const again = await laptop.ask('message.typing', { room_id: room.id });
    const answers = [...(await Promise.all(asked.map((id) => phone.answered(id)))), again];
    expect(answers.map(({ meta }) => meta?.changed ?? true)).toEqual([true, false, false]);
    for (const { eventType, room_id } of answers)
      expect([eventType, room_id]).toEqual(['messagetyping.dispatch', room.id]);
    await expect(allHear([bobs, carols], 'messagetyping.dispatch')).resolves.toEqual(heard);
  });

  it('repeated soon without a request id is not answered at all', async () => {
    const { bobs, room } = circle;
    const typing = JSON.stringify({ event_type: 'message.typing', data: { room_id: room.id } });
    for (let times = 0; times < 3; times += 1) bobs.says(typing);
    await allHear([...circle.but(bobs), bobs], 'messagetyping.dispatch');
  });

  it('of one user in one room delays no other user and no other room', async () => {
    const { phone, laptop, bobs, carols, bob, room } = circle;
    const { data: chat } = await phone.ask('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    await allHear([laptop, bobs], 'roomcreate.dispatch');
    await circle.listens();
    for (const device of [phone, bobs, carols]) {
      await expect(device.ask('message.typing', { room_id: room.id })).resolves.not.toHaveProperty('meta');
      await allHear(circle.but(device), 'messagetyping.dispatch');
    }
    await expect(bobs.ask('message.typing', { room_id: chat.id })).resolves.not.toHaveProperty('meta');
    await allHear([phone, laptop], 'messagetyping.dispatch');
  });

  it('is dispatched again later', async () => {
    const { bobs, room } = circle;
    const goesOut = async (): Promise<boolean> => !(await bobs.ask('message.typing', { room_id: room.id })).meta;
    await expect(goesOut()).resolves.toBe(true);
    await eventually(goesOut);
    for (let times = 0; times < 2; times += 1) await allHear(circle.but(bobs), 'messagetyping.dispatch');
  });

  it('takes no sequence number', async () => {
    const { bobs, phone, room } = circle;
    await bobs.ask('message.typing', { room_id: room.id });
    await allHear(circle.but(bobs), 'messagetyping.dispatch');
    expect((await circle.said(phone, 'yes?')).seq).toBe(room.last_seq + 1);
  });

  it('is allowed only to members who may send', async () => {
    const { phone, laptop, bobs, bob } = circle;
    for (const asked of [
      { type: 'Channel', name: 'News', subscribers: [bob.id] },
      { type: 'GroupChat', name: 'Quiet', participants: [bob.id], extra_fields: { group_locked: true } },
    ]) {
      const { data: quiet } = await phone.ask('room.create', asked);
      await allHear([laptop, bobs], 'roomcreate.dispatch');
      await circle.listens();
      await expect(bobs.isRefused('message.typing', { room_id: quiet.id })).resolves.toMatchObject({ code: 4002 });
      await says(phone, quiet, 'news');
      await allHear([laptop, bobs], 'message.dispatch');
      await phone.ask('message.typing', { room_id: quiet.id });
      await allHear([laptop, bobs], 'messagetyping.dispatch');
    }
  });

  it('is refused to non-members as for a room that does not exist', async () => {
    const { strangers, room } = circle;
    const unknown = await strangers.isRefused('message.typing', { room_id: randomUUID() });
    const foreign = await strangers.isRefused('message.typing', { room_id: room.id });
    expect(foreign).toMatchObject({ code: 4004, detail: unknown.detail });
  });

  it.each([undefined, null, 7, '', 'room', {}, [randomUUID()]])('is refused with the room %j', async (room_id) => {
    const refused = await circle.phone.isRefused('message.typing', { room_id });
    expect(refused).toMatchObject({ code: 4003, detail: { room_id: [expect.any(String)] } });
  });
});
