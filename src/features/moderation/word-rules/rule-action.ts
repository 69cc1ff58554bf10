/** The actions on a message that a word rule matches, from the mildest to the strictest. */
export const ACTIONS = ['mask', 'hold', 'reject'] as const;

export type RuleAction = (typeof ACTIONS)[number];
