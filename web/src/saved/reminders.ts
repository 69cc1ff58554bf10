/** The reminders that are offered. */
export const REMINDERS = [
  ['never', 'No reminder'],
  ['hour', 'In an hour'],
  ['tomorrow', 'Tomorrow at 9:00'],
  ['week', 'In a week'],
] as const;

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
