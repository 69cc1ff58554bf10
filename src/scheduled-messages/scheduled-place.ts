import { isUUID } from 'class-validator';

/** The place of a scheduled message in the list of its author. */
export interface ScheduledPlace {
  readonly sendAt: Date;
  readonly id: string;
}

/** A place as a text. */
export const placeText = ({ sendAt, id }: ScheduledPlace): string => `${sendAt.toISOString()} ${id}`;

/** @returns undefined for a text that is no place */
export function placeOf(text: string): ScheduledPlace | undefined {
  const [time = '', id = ''] = text.split(' ');
  const sendAt = new Date(time);
  return isUUID(id, 'all') && !Number.isNaN(sendAt.getTime()) ? { sendAt, id } : undefined;
}
