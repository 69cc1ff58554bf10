import type { RoomMember } from '@parley/client';
import type { NicknameChange } from '@parley/client/conversations';

import { personName } from '../rooms/names.js';

/** All names by which a member is found. */
export const searchedNames = (member: RoomMember): string =>
  `${member.nickname ?? ''} ${personName(member)} ${member.username}`.trim();

/** The members after a change of a nickname: the same object if it is about none of them. */
export function withNickname(
  members: readonly RoomMember[],
  { user: { id }, nickname }: Pick<NicknameChange, 'user' | 'nickname'>,
): readonly RoomMember[] {
  return members.some((member) => member.id === id && member.nickname !== nickname)
    ? members.map((member) => (member.id === id ? { ...member, nickname } : member))
    : members;
}
