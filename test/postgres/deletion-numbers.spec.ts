import pg from 'pg';

import { GroupFixture } from '../support/group-fixture.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { allReceive } from '../support/messaging.js';

describe.each(['false', 'true'])('deleting a message (MESSAGE_SOFT_DELETE=%s)', (soft) => {
  let serviceData: ServiceData;
  let parley: Service;
  let fixture: GroupFixture;
  let database: pg.Client;

  beforeAll(async () => {
    serviceData = await newServiceData();
    parley = await Service.start({ MESSAGE_SOFT_DELETE: soft }, serviceData);
    fixture = await GroupFixture.create(parley);
    database = new pg.Client({ connectionString: serviceData.env.DATABASE_URL });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await parley.stop();
    await serviceData.remove();
  });

  it('gives a new change number to its replies and forwards, and to no other message', async () => {
    await fixture.createRoom();
    const { phone, bobDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'a question');
    const reply = await fixture.sendAndDeliver(bobDevice, 'an answer', { parent_message_id: message.id });
    const forward = await fixture.sendAndDeliver(bobDevice, '', { forwarded_from_id: message.id });
    const other = await fixture.sendAndDeliver(bobDevice, 'something else');
    const { seq } = await phone.request('message.modify', { action: 'delete', message_id: message.id });
    await allReceive(fixture.allExcept(phone), 'messagemodification.dispatch');
    const { rows } = await database.query<{ id: string; change_seq: string }>(
      'SELECT id, change_seq FROM messages WHERE room_id = $1',
      [room.id],
    );
    const numbers = new Map(rows.map(({ id, change_seq }) => [id, Number(change_seq)]));
    expect([reply, forward, other].map(({ id }) => numbers.get(id))).toEqual([seq, seq, other.seq]);
  });
});
