import { invalid } from '@parley/protocol';

import type { Member, MembersRepository } from '../membership/members.repository.js';
import type { RoomChange } from '../room-changes.js';

/**
 * The members that a request names, without duplicates, in its order.
 * @param field of the request that names them
 * @throws Refusal 4003 if one of the users is not a member: only members have roles and permissions
 */
export async function membersNamed(
  members: MembersRepository,
  { work, roomId }: RoomChange,
  userIds: readonly number[],
  field: string,
): Promise<Member[]> {
  const ids = [...new Set(userIds)];
  const found = await members.membersAmong(work.manager, roomId, ids);
  const nonMembers = ids.filter((id) => !found.has(id));
  if (nonMembers.length > 0) throw invalid({ [field]: [`Not members: ${nonMembers.slice(0, 10).join(', ')}.`] });
  return ids.flatMap((id) => found.get(id) ?? []);
}
