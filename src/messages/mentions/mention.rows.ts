import type { Mentions } from '../message.view.js';
import { WHOLE_ROOM } from './mention.entity.js';

export const mentionsAny = ({ users, room }: Mentions): boolean => room || users.length > 0;

/** The user ids of the rows of a message's mentions. */
export const mentionedIds = ({ users, room }: Mentions): number[] => [
  ...(room ? [WHOLE_ROOM] : []),
  ...users.map(({ id }) => id),
];
