import type { Reaction } from '@parley/client';

import { personName } from '../rooms/names.js';

/** The reactions of the picker. Any other reaction is shown too. */
export const OFFERED = [
  ['👍', 'Thumbs up'],
  ['❤️', 'Heart'],
  ['😂', 'Tears of joy'],
  ['🎉', 'Party'],
  ['😮', 'Astonished'],
  ['😢', 'Crying'],
] as const;

export interface ReactionCount {
  readonly content: string;
  readonly count: number;
  readonly isOwn: boolean;
  /** The names of the users, separated by commas. */
  readonly names: string;
}

/** Groups equal reactions, in the order of the first of each. */
export function countsOf(reactions: readonly Reaction[], ownId: number): readonly ReactionCount[] {
  const byContent = Map.groupBy(reactions, ({ reaction_content: content }) => content);
  return [...byContent].map(([content, same]) => ({
    content,
    count: same.length,
    isOwn: same.some(({ user }) => user.id === ownId),
    names: same.map(({ user }) => (user.id === ownId ? 'you' : personName(user))).join(', '),
  }));
}
