import type { Reaction, User } from '@parley/client';

/** The users who reacted to a message in the same way. */
export interface ReactionGroup {
  readonly reaction: string;
  readonly count: number;
  /** Whether the user is among them. */
  readonly isOwn: boolean;
  /** In the order of their reactions. */
  readonly users: readonly User[];
}

/** The reactions of a message by their content, in the order of the first one of each. */
export function reactionGroups(reactions: readonly Reaction[], ownId: number | undefined): readonly ReactionGroup[] {
  const groups = new Map<string, User[]>();
  for (const { reaction_content: reaction, user } of reactions) {
    const users = groups.get(reaction);
    if (users) users.push(user);
    else groups.set(reaction, [user]);
  }
  return [...groups].map(([reaction, users]) => {
    return { reaction, users, count: users.length, isOwn: users.some(({ id }) => id === ownId) };
  });
}
