import { connected } from '../support/database.js';
import { users } from '../support/people.js';
import { sharedService } from '../support/shared-services.js';

it('session.list leaves out the oldest activity beyond MAX_ANSWER_BYTES', async () => {
  const parley = await sharedService('smallAnswers');
  const { grace } = await users(parley, 'grace');
  const device = await grace.connect();
  const database = await connected(parley.serviceData);
  await database.query(
    `INSERT INTO refresh_tokens (family, user_id, jti_hash, expires_at, created_at, device, address)
     SELECT gen_random_uuid(), $1, repeat('0', 64), now() + interval '1 day', now() - at * interval '1 minute',
       repeat(U&'\\0002', 256), '127.0.0.1' FROM generate_series(1, 100) at`,
    [grace.id],
  );
  await database.end();
  const { sessions } = (await device.request('session.list', {})).data;
  expect(sessions.length).toBeGreaterThan(20);
  expect(sessions.length).toBeLessThan(50);
  expect(Buffer.byteLength(JSON.stringify(sessions))).toBeLessThanOrEqual(65_536);
  const times = sessions.slice(0, -1).map(({ active }) => active!);
  expect(times).toEqual([...times].sort().reverse());
  await device.close();
});
