import type { StoredContent } from '../stored-content.js';

export const inFigures = ({ users, rooms, messages }: StoredContent): string =>
  [some(users, 'user'), some(rooms, 'room'), some(messages, 'message')].join(', ');

const some = (count: number, what: string): string => `${String(count)} ${what}${count === 1 ? '' : 's'}`;
