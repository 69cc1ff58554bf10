import pg from 'pg';

import { users } from '../support/people.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';
import { watchedService } from '../support/watched-service.js';

/** As many as a message lists. */
const REACTIONS = 1_000;

it('a reaction is listed in its dispatch, also to a message that has a thousand older ones', async () => {
  const { serviceData, parley } = await watchedService();
  const { alice, bob } = await users(parley, 'alice', 'bob');
  const phone = await alice.connect();
  const member = await connectMember(bob);
  const room = await createGroup(phone, [member]);
  const message = await sendMessage(phone, room, 'we won');
  const database = new pg.Client({ connectionString: serviceData.env.DATABASE_URL! });
  await database.connect();
  await database.query(
    `WITH made AS (
       INSERT INTO users (username, username_key) SELECT name, name FROM (
         SELECT 'crowd-' || nr AS name FROM generate_series(1, $1::int) nr) named
       RETURNING id
     )
     INSERT INTO reactions (message_id, user_id, room_id, content, created_at)
     SELECT $2, id, $3, '🎉', now() - interval '1 hour' FROM made`,
    [REACTIONS, message.id, room.id],
  );
  await database.end();

  const request = { type: 'add', message_id: message.id, reaction_content: '👍' };
  const { data } = await member.device.request('message.react', request);
  expect(data.message.reactions_truncated).toBe(true);
  expect(data.message.reactions.at(-1)).toMatchObject({ user: { id: bob.id }, reaction_content: '👍' });
  await expect(phone.receive('reaction.dispatch')).resolves.toMatchObject({ data });
  for (const device of [phone, member.device]) await device.close();
});
