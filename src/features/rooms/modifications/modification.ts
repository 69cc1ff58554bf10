import type { Type } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import { Id, Text } from '@parley/realtime/requests';
import type { Actor, Answer, RequestClass, RequestOrigin } from '@parley/realtime/requests';

import type { Member, MembersRepository } from '../membership/members.repository.js';
import type { RoomChange } from '../room-changes.js';

export class RoomModifyRequest {
  @Id()
  room_id!: string;

  @Text({ min: 1, max: 40 })
  action!: string;
}

/**
 * A modification of `room.modify`. A new one is a file beside this one and a name in `room-modify.event.ts`,
 * which finds it by its action.
 */
export abstract class Modification {
  /**
   * What takes long and needs no lock, such as a question to the moderation, before {@link modify}.
   * @returns the request, perhaps changed
   * @throws Refusal
   */
  prepare(_actor: Actor, request: RoomModifyRequest): Promise<RoomModifyRequest> {
    return Promise.resolve(request);
  }

  /**
   * @param request of the class that {@link ModificationClass.requests} has for its action
   * @returns the answer to the requester alone, if nothing has changed; otherwise members are notified after the commit
   * @throws Refusal
   */
  abstract modify(change: RoomChange, request: RoomModifyRequest, origin: RequestOrigin): Promise<Answer | undefined>;
}

/** A modification, with the request class of each of its actions. */
export interface ModificationClass extends Type<Modification> {
  readonly requests: Readonly<Record<string, RequestClass<RoomModifyRequest>>>;
}

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
