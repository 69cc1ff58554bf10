import { connected } from '../support/database.js';
import { GroupFixture } from '../support/group-fixture.js';
import { allReceive } from '../support/messaging.js';
import { sharedService } from '../support/shared-services.js';

it.each(['default', 'keepDeletedMessages'] as const)(
  'deleting a message gives a new change number to its replies and forwards, and to no other message: %s',
  async (profile) => {
    const parley = await sharedService(profile);
    const fixture = await GroupFixture.create(parley);
    await fixture.createRoom();
    const { phone, bobDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'a question');
    const reply = await fixture.sendAndDeliver(bobDevice, 'an answer', { parent_message_id: message.id });
    const forward = await fixture.sendAndDeliver(bobDevice, '', { forwarded_from_id: message.id });
    const other = await fixture.sendAndDeliver(bobDevice, 'something else');
    const { seq } = await phone.request('message.modify', { action: 'delete', message_id: message.id });
    await allReceive(fixture.allExcept(phone), 'messagemodification.dispatch');
    const database = await connected(parley.serviceData);
    const { rows } = await database.query<{ id: string; change_seq: string }>(
      'SELECT id, change_seq FROM messages WHERE room_id = $1',
      [room.id],
    );
    await database.end();
    const numbers = new Map(rows.map(({ id, change_seq }) => [id, Number(change_seq)]));
    expect([reply, forward, other].map(({ id }) => numbers.get(id))).toEqual([seq, seq, other.seq]);
  },
);
