import { notFound } from '@parley/protocol';

import { unknownUsers } from '../../rooms/consent/consent.repository.js';
import type { ExternalIdsRepository } from './external-ids.repository.js';

/**
 * The users of the product whom a request names, by their external ids.
 * @throws Refusal 4004 with the number of those who do not exist
 */
export async function namedUsers(
  repository: ExternalIdsRepository,
  externalIds: Iterable<string>,
): Promise<(id: string) => number> {
  const named = [...new Set(externalIds)];
  const users = await repository.userIds(named);
  if (users.size < named.length) throw notFound(unknownUsers(named.length - users.size));
  return (id) => {
    const user = users.get(id);
    if (user === undefined) throw new Error('a user is looked up who was not named');
    return user;
  };
}
