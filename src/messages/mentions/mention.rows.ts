import type { Mentions } from '../message.view.js';
import { WHOLE_ROOM } from './mention.entity.js';

/** The user ids of the rows of a message's mentions. */
export const mentionedIds = ({ users, room }: Mentions): number[] => [
  ...(room ? [WHOLE_ROOM] : []),
  ...users.map(({ id }) => id),
];
