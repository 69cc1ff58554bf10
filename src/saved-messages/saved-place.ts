import { isUUID } from 'class-validator';

/** The place of an item in the list of its user. */
export interface SavedPlace {
  readonly savedAt: Date;
  readonly messageId: string;
}

/** A place as a text. */
export const placeText = ({ savedAt, messageId }: SavedPlace): string => `${savedAt.toISOString()} ${messageId}`;

/** @returns undefined for a text that is no place */
export function placeOf(text: string): SavedPlace | undefined {
  const [time = '', messageId = ''] = text.split(' ');
  const savedAt = new Date(time);
  return isUUID(messageId, 'all') && !Number.isNaN(savedAt.getTime()) ? { savedAt, messageId } : undefined;
}
