/** What users do with rooms. */
export type RoomAction =
  | 'room.create'
  | 'room.read'
  | 'room.join'
  | 'room.ask_to_join'
  | 'room.preview'
  | 'room.review_join'
  | 'room.leave'
  | 'room.add_members'
  | 'room.invite'
  | 'room.answer_invite'
  | 'room.remove_members'
  | 'room.update'
  | 'room.assign_role'
  | 'room.assign_permission'
  | 'room.delete'
  | 'room.restrict'
  | 'room.review_reports'
  | 'room.show';

/** The actions that add members to an existing room. */
export type MemberAdditionAction = 'room.join' | 'room.add_members' | 'room.review_join' | 'room.answer_invite';

/** Why an action is not permitted, for the person who asks. */
export const REASONS: Readonly<Record<RoomAction, string>> = {
  'room.create': 'You may not create such a room.',
  'room.read': 'You may not read this room.',
  'room.join': 'This room cannot be joined.',
  'room.ask_to_join': 'This room cannot be joined.',
  'room.preview': 'You may not see this room.',
  'room.review_join': 'You may not review join requests of this room.',
  'room.leave': 'You may not leave this room.',
  'room.add_members': 'You may not add members to this room.',
  'room.invite': 'You may not invite users to this room.',
  'room.answer_invite': 'You are not invited to this room.',
  'room.remove_members': 'You may not remove this member.',
  'room.update': 'You may not change this room.',
  'room.assign_role': 'You may not change this role.',
  'room.assign_permission': 'You may not change permissions in this room.',
  'room.delete': 'Only its creator may delete this room.',
  'room.restrict': 'You may not restrict this user.',
  'room.review_reports': 'You may not see reports of this room.',
  'room.show': 'You may not return to this room.',
};

/** What an action is called in a refusal of a type of room that does not support it. */
export const NAMES: Readonly<Record<RoomAction, string>> = {
  'room.create': 'creation',
  'room.read': 'reading',
  'room.join': 'joining',
  'room.ask_to_join': 'asking to join',
  'room.preview': 'previews',
  'room.review_join': 'join requests',
  'room.leave': 'leaving',
  'room.add_members': 'adding members',
  'room.invite': 'invitations',
  'room.answer_invite': 'invitations',
  'room.remove_members': 'removing members',
  'room.update': 'settings',
  'room.assign_role': 'roles',
  'room.assign_permission': 'permissions',
  'room.delete': 'deletion',
  'room.restrict': 'restrictions',
  'room.review_reports': 'reports',
  'room.show': 'returning',
};
