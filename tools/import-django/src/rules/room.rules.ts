import { isVisible } from '@parley/protocol/text';

import { storedText } from '../../../../src/platform/database/stored-text.js';
import type { Correction } from '../import-report.js';
import type { Rows } from '../parley-rows.js';
import type { SourceMember, SourceRoom } from '../source/source-rows.js';
import { isTooLarge, isWebUrl, storedObject } from './shapes.js';

/** Of any kind, with other control characters. */
const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const MOST_MEMBERS = 100_000;
const LONGEST_NAME = 64;
const LEADERS = { GroupChat: 'admin', Channel: 'moderator' } as const;

type RoomRow = Rows['rooms'];
/** A membership without marks. */
export type MembershipRow = Pick<Rows['room_members'], 'room_id' | 'user_id' | 'role' | 'permissions' | 'joined_at'>;

export interface ImportedRoom {
  readonly row: RoomRow;
  readonly memberships: readonly MembershipRow[];
  readonly corrections: readonly Correction[];
}

/**
 * A room with its members, or why it is left out.
 * @param members who are users of the target, in the order of joining
 * @param permissions by user
 */
export function importedRoom(
  room: SourceRoom,
  members: readonly SourceMember[],
  permissions: ReadonlyMap<number, readonly string[]>,
): ImportedRoom | string {
  const { type } = room;
  if (type === null) return 'unknown_type';
  if (members.length === 0) return 'no_members';
  if (type === 'OneToOneChat') return members.length === 2 ? chatOfTwo(room, members) : 'not_of_two';
  const corrections: Correction[] = [];
  const creatorId = creatorOf(room, members, corrections);
  if (isTooLarge(room.preferences)) corrections.push({ what: 'preferences_dropped' });
  const memberships = members.map(({ user_id, is_leader }, place): MembershipRow => {
    const leads = is_leader || user_id === creatorId;
    // A leader has every permission anyway.
    const permitted = leads ? [] : (permissions.get(user_id) ?? []);
    return { ...membershipOf(room, user_id, place), role: leads ? LEADERS[type] : 'member', permissions: permitted };
  });
  const row = { ...rowOf(room, type), ...settingsOf(room, members.length, corrections), creator_id: creatorId };
  return { row, memberships, corrections };
}

function chatOfTwo(room: SourceRoom, members: readonly SourceMember[]): ImportedRoom {
  const ids = members.map(({ user_id }) => user_id).sort((one, other) => one - other);
  const memberships = members.map(({ user_id }, place): MembershipRow => ({
    ...membershipOf(room, user_id, place),
    role: 'member',
    permissions: [],
  }));
  const corrections = room.twin_ids.map((id): Correction => ({ what: 'one_chat_with_its_twin', now: id }));
  if (isTooLarge(room.preferences)) corrections.push({ what: 'preferences_dropped' });
  return { row: { ...rowOf(room, 'OneToOneChat'), pair_key: ids.join(':') }, memberships, corrections };
}

/** If the creator has left, the oldest leader replaces them, or else the oldest member. */
function creatorOf({ creator_id }: SourceRoom, members: readonly SourceMember[], corrections: Correction[]): number {
  const [oldest] = members;
  const creator = members.find(({ user_id }) => user_id === creator_id);
  const newCreator = creator ?? members.find(({ is_leader }) => is_leader) ?? oldest;
  const id = newCreator?.user_id ?? 0;
  if (!creator) corrections.push({ what: 'creator_had_left', now: String(id) });
  else if (!creator.is_leader) corrections.push({ what: 'creator_leads_again', now: String(id) });
  return id;
}

function settingsOf(
  room: SourceRoom,
  members: number,
  corrections: Correction[],
): Pick<RoomRow, 'name' | 'description' | 'avatar' | 'max_members'> {
  return {
    name: nameOf(room, corrections),
    description: storedText(room.description),
    avatar: avatarOf(room, corrections),
    max_members: mostMembers(room, members, corrections),
  };
}

function nameOf({ name, type }: SourceRoom, corrections: Correction[]): string {
  if (isVisible(name)) return storedText(Array.from(name.replace(LINE_BREAKS, ' ')).slice(0, LONGEST_NAME).join(''));
  corrections.push({ what: 'named', now: String(type) });
  return String(type);
}

function avatarOf({ avatar }: SourceRoom, corrections: Correction[]): string | null {
  if (avatar === null || isWebUrl(avatar)) return avatar;
  corrections.push({ what: 'avatar_dropped' });
  return null;
}

/** Not less than the current number of members. */
function mostMembers({ max_members }: SourceRoom, members: number, corrections: Correction[]): number {
  const most = Math.max(Math.min(max_members ?? MOST_MEMBERS, MOST_MEMBERS), members);
  if (most !== max_members) corrections.push({ what: 'most_members', now: String(most) });
  return most;
}

const rowOf = (room: SourceRoom, type: string): RoomRow => ({
  id: room.id,
  type,
  name: '',
  description: '',
  avatar: null,
  creator_id: null,
  pair_key: null,
  max_members: null,
  join_approval_required: room.join_approval_required,
  group_locked: room.group_locked,
  is_public: room.is_public,
  preferences: storedObject(room.preferences) ?? {},
  created_at: madeAt(room),
  updated_at: room.updated_at ?? madeAt(room),
});

/** The source has the order of joining, but no times: members join one millisecond after the other. */
const membershipOf = (
  room: SourceRoom,
  userId: number,
  place: number,
): Omit<MembershipRow, 'role' | 'permissions'> => ({
  room_id: room.id,
  user_id: userId,
  joined_at: new Date(madeAt(room).getTime() + place),
});

const madeAt = ({ created_at, updated_at }: SourceRoom): Date => created_at ?? updated_at ?? new Date(0);
