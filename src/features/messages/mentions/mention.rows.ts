import type { Mentions } from '../message.view.js';
import { WHOLE_ROOM } from './mention.entity.js';

export const mentionsAny = ({ users, room }: Mentions): boolean => room || users.length > 0;

export const mentionedIds = ({ users, room }: Mentions): number[] => [
  ...(room ? [WHOLE_ROOM] : []),
  ...users.map(({ id }) => id),
];

/** The mentions that an edit has added. */
export interface AddedMentions {
  /** {@link WHOLE_ROOM} stands for all members but those of `earlier`. */
  readonly ids: readonly number[];
  /** The users who were mentioned before, if the room is mentioned now. */
  readonly earlier?: readonly number[];
}

/**
 * The mentions that an edit adds; undefined: none, because the room was mentioned before, or because nothing is added.
 */
export function addedMentions(before: Mentions, now: Mentions): AddedMentions | undefined {
  const known = new Set(mentionedIds(before));
  const ids = before.room ? [] : mentionedIds(now).filter((id) => !known.has(id));
  if (ids.length === 0) return undefined;
  return ids.includes(WHOLE_ROOM) && known.size > 0 ? { ids, earlier: [...known] } : { ids };
}

/** Whether an edit adds a mention of the user. */
export const adds = ({ ids, earlier = [] }: AddedMentions, userId: number): boolean =>
  ids.includes(userId) || (ids.includes(WHOLE_ROOM) && !earlier.includes(userId));
