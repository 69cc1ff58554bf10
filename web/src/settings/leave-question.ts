import type { RoomMember, RoomObject } from '@parley/client';

import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { personName } from '../rooms/names.js';

type NamedRoom = Exclude<RoomObject, { type: 'OneToOneChat' }>;

const SUCCESSIONS: Readonly<Record<NamedRoom['type'], Readonly<Record<'unknown' | 'leader' | 'member', TextKey>>>> = {
  GroupChat: {
    unknown: 'settings.adminOrMemberSucceeds',
    leader: 'settings.adminSucceeds',
    member: 'settings.memberSucceedsWithoutAdmin',
  },
  Channel: {
    unknown: 'settings.moderatorOrMemberSucceeds',
    leader: 'settings.moderatorSucceeds',
    member: 'settings.memberSucceedsWithoutModerator',
  },
};

/**
 * Describes the effect on a room when the user leaves it.
 * @param members null while they are loading
 */
export function leaveQuestion(room: NamedRoom, members: readonly RoomMember[] | null, ownId: number): string {
  if (room.member_count === 1) return t('settings.lastMemberLeaves');
  if (room.creator?.id !== ownId) return t('settings.memberLeaves');
  return t('settings.creatorLeaves', { succession: successionText(room, members, ownId) });
}

/** The rule of the service: the leader who joined first becomes the creator, else the member who joined first. */
function successionText({ type }: NamedRoom, members: readonly RoomMember[] | null, ownId: number): string {
  const texts = SUCCESSIONS[type];
  const others = members?.filter(({ id }) => id !== ownId) ?? [];
  const leaders = others.filter(({ role }) => role !== 'member');
  const [successor] = (leaders.length > 0 ? leaders : others).toSorted(byJoining);
  if (!successor) return t(texts.unknown);
  return t(leaders.length > 0 ? texts.leader : texts.member, { name: personName(successor) });
}

const byJoining = (one: RoomMember, two: RoomMember): number =>
  Date.parse(one.joined_at) - Date.parse(two.joined_at) || one.id - two.id;
