import type { Reaction, Room } from '@parley/client';
import { reactionGroups } from '@parley/react/state';

import { listOf, t } from '../languages/translate.js';
import { attempt } from '../errors.js';
import { personName } from '../rooms/names.js';

/** The reactions of the picker, with the keys of their names. Any other reaction is shown too. */
export const OFFERED = [
  ['👍', 'conversation.thumbsUp'],
  ['❤️', 'conversation.heart'],
  ['😂', 'conversation.tearsOfJoy'],
  ['🎉', 'conversation.party'],
  ['😮', 'conversation.astonished'],
  ['😢', 'conversation.crying'],
] as const;

/** Adds a reaction of the user, beside others of the user or in their place, as the room says. */
export const addReaction = (room: Pick<Room, 'react'>, messageId: string, reaction: string): Promise<boolean> =>
  attempt(() => room.react(messageId, reaction), { 4005: t('conversation.tooManyReactions') });

export interface ReactionCount {
  readonly content: string;
  readonly count: number;
  readonly isOwn: boolean;
  /** The names of the users, as a list. */
  readonly names: string;
}

/** Groups equal reactions, in the order of the first of each. */
export const countsOf = (reactions: readonly Reaction[], ownId: number): readonly ReactionCount[] =>
  reactionGroups(reactions, ownId).map(({ reaction: content, count, isOwn, users }) => ({
    content,
    count,
    isOwn,
    names: listOf(users.map((user) => (user.id === ownId ? t('conversation.you') : personName(user)))),
  }));
