import { invalid } from '@parley/protocol';

import type { Member, MembersRepository } from './members.repository.js';
import type { RoomChange } from './room-changes.js';

/**
 * The members that a request names, each once, in its order.
 * @param field where it names them
 * @throws Refusal 4003 if one of them is no member: roles and permissions go to members only
 */
export async function membersNamed(
  members: MembersRepository,
  { work, roomId }: RoomChange,
  userIds: readonly number[],
  field: string,
): Promise<Member[]> {
  const ids = [...new Set(userIds)];
  const found = await members.among(work.manager, roomId, ids);
  const strangers = ids.filter((id) => !found.has(id));
  if (strangers.length > 0) throw invalid({ [field]: [`No member: ${strangers.slice(0, 10).join(', ')}.`] });
  return ids.flatMap((id) => found.get(id) ?? []);
}
