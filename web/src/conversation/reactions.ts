import type { Reaction } from '@parley/client';

import { personName } from '../rooms/person-name.js';

/** What is offered; what others have reacted with is shown, whatever it is. */
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
  /** Who reacted so. */
  readonly names: string;
}

/** Equal reactions together, in the order in which the first of each was made. */
export function countsOf(reactions: readonly Reaction[], ownId: number): readonly ReactionCount[] {
  const byContent = Map.groupBy(reactions, ({ reaction_content: content }) => content);
  return [...byContent].map(([content, same]) => ({
    content,
    count: same.length,
    isOwn: same.some(({ user }) => user.id === ownId),
    names: same.map(({ user }) => (user.id === ownId ? 'you' : personName(user))).join(', '),
  }));
}
