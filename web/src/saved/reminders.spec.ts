import { reminderTime } from './reminders.js';

describe('the time of a reminder', () => {
  const evening = new Date(2026, 11, 31, 22, 30);

  it.each([
    ['hour', new Date(2026, 11, 31, 23, 30)],
    ['tomorrow', new Date(2027, 0, 1, 9, 0)],
    ['week', new Date(2027, 0, 7, 22, 30)],
    ['never', null],
  ])('of the choice %s', (choice, time) => expect(reminderTime(choice, evening)).toEqual(time));
});
