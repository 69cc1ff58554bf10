import { t } from '../languages/texts.js';
import type { RoomSummary } from './answers.js';

export const typeOptions = (): readonly (readonly [RoomSummary['type'], string])[] => [
  ['OneToOneChat', t('rooms.oneToOne')],
  ['GroupChat', t('rooms.group')],
  ['Channel', t('rooms.channel')],
];

export const typeName = (type: RoomSummary['type']): string =>
  typeOptions().find(([each]) => each === type)?.[1] ?? type;

/** The name of a room; a OneToOneChat has none. */
export const roomName = ({ name, id }: RoomSummary): string => (name === '' ? id : name);

/** How long a room keeps its messages. */
export function retentionText(days: number | null): string {
  if (days === null) return t('rooms.retentionOfType');
  return days === 0 ? t('rooms.retentionForEver') : t('rooms.retentionDays', { count: days });
}
