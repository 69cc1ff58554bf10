import type { RoomMember, RoomObject } from '@parley/client';

import { personName } from '../rooms/names.js';

type NamedRoom = Exclude<RoomObject, { type: 'OneToOneChat' }>;

const LEADERS = { GroupChat: 'admin', Channel: 'moderator' } as const;

/**
 * What happens to a room when the user leaves it.
 * @param members null while they are loading
 */
export function leaveQuestion(room: NamedRoom, members: readonly RoomMember[] | null, ownId: number): string {
  if (room.member_count === 1) return 'You are the last member. The room and all its messages are deleted.';
  const silence = 'You will not receive its messages any more.';
  if (room.creator?.id !== ownId) return silence;
  return `You are the creator of this room. ${successionText(room, members, ownId)} ${silence}`;
}

/** The rule of the service: the leader who joined first becomes the creator, else the member who joined first. */
function successionText({ type }: NamedRoom, members: readonly RoomMember[] | null, ownId: number): string {
  const leader = LEADERS[type];
  const others = members?.filter(({ id }) => id !== ownId) ?? [];
  const leaders = others.filter(({ role }) => role !== 'member');
  const [heir] = (leaders.length > 0 ? leaders : others).toSorted(byJoining);
  if (!heir) return `The ${leader} who joined first becomes the creator, else the member who joined first.`;
  const name = personName(heir);
  return leaders.length > 0
    ? `The ${leader} who joined first becomes the creator: ${name}.`
    : `It has no other ${leader}, so the member who joined first becomes the creator: ${name}.`;
}

const byJoining = (one: RoomMember, two: RoomMember): number =>
  Date.parse(one.joined_at) - Date.parse(two.joined_at) || one.id - two.id;
