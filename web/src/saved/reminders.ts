import { clockTime } from '../design/times.js';
import { t } from '../languages/translate.js';

/** The reminders that are offered, with their names. */
export const reminders = (now: Date): readonly (readonly [choice: string, label: string])[] => [
  ['never', t('saved.noReminder')],
  ['hour', t('saved.inAnHour')],
  ['tomorrow', t('saved.tomorrowMorning', { time: clockTime(tomorrowMorning(now).toISOString()) })],
  ['week', t('saved.inAWeek')],
];

const HOUR_MS = 3_600_000;
const MORNING_HOUR = 9;

const tomorrowMorning = (now: Date): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING_HOUR);

/** The time of an offered reminder, by the clock of the user; null: none. */
export function reminderTime(choice: string, now: Date): Date | null {
  switch (choice) {
    case 'hour':
      return new Date(now.getTime() + HOUR_MS);
    case 'tomorrow':
      return tomorrowMorning(now);
    case 'week':
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 7, now.getHours(), now.getMinutes());
    default:
      return null;
  }
}
