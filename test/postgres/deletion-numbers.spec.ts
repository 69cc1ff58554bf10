import pg from 'pg';

import { Circle } from '../support/circle.js';
import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { Service } from '../support/service.js';
import { allHear } from '../support/talk.js';

describe.each(['false', 'true'])('deleting a message (MESSAGE_SOFT_DELETE=%s)', (soft) => {
  let place: Place;
  let parley: Service;
  let circle: Circle;
  let database: pg.Client;

  beforeAll(async () => {
    place = await newPlace();
    parley = await Service.start({ MESSAGE_SOFT_DELETE: soft }, place);
    circle = await Circle.on(parley);
    database = new pg.Client({ connectionString: place.env.DATABASE_URL });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await parley.stop();
    await place.remove();
  });

  it('gives a new change number to its replies and forwards, and to no other message', async () => {
    await circle.meets();
    const { phone, bobs, room } = circle;
    const message = await circle.said(phone, 'a question');
    const reply = await circle.said(bobs, 'an answer', { parent_message_id: message.id });
    const forward = await circle.said(bobs, '', { forwarded_from_id: message.id });
    const other = await circle.said(bobs, 'something else');
    const { seq } = await phone.ask('message.modify', { action: 'delete', message_id: message.id });
    await allHear(circle.but(phone), 'messagemodification.dispatch');
    const { rows } = await database.query<{ id: string; change_seq: string }>(
      'SELECT id, change_seq FROM messages WHERE room_id = $1',
      [room.id],
    );
    const numbers = new Map(rows.map(({ id, change_seq }) => [id, Number(change_seq)]));
    expect([reply, forward, other].map(({ id }) => numbers.get(id))).toEqual([seq, seq, other.seq]);
  });
});
