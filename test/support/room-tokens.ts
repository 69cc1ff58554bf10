import { connected } from './database.js';
import type { TestUser } from './people.js';
import type { Service } from './service.js';

/** Limits the tokens of a user to these rooms, as if a backend had issued them so. */
export async function limitTokens(
  { serviceData }: Pick<Service, 'serviceData'>,
  user: TestUser,
  roomIds: readonly string[],
): Promise<void> {
  const database = await connected(serviceData);
  await database.query('UPDATE refresh_tokens SET room_ids = $2 WHERE user_id = $1', [user.id, roomIds]);
  await database.end();
}
