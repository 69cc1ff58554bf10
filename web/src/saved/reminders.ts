import type { TextKey } from '../languages/translate.js';

/** The reminders that are offered. */
export const REMINDERS: readonly (readonly [choice: string, label: TextKey])[] = [
  ['never', 'saved.noReminder'],
  ['hour', 'saved.inAnHour'],
  ['tomorrow', 'saved.tomorrowMorning'],
  ['week', 'saved.inAWeek'],
];

const HOUR_MS = 3_600_000;
const MORNING_HOUR = 9;

/** The time of an offered reminder, by the clock of the user; null: none. */
export function reminderTime(choice: string, now: Date): Date | null {
  switch (choice) {
    case 'hour':
      return new Date(now.getTime() + HOUR_MS);
    case 'tomorrow':
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING_HOUR);
    case 'week':
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 7, now.getHours(), now.getMinutes());
    default:
      return null;
  }
}
