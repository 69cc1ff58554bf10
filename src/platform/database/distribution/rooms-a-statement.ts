import { statement } from '../statement.js';

/**
 * The maximum number of rooms to which a statement is limited by `= ANY`. A sub-select compares each of its rows with
 * all of them, so that one statement about 1000 rooms takes longer than ten about 100.
 */
export const ROOMS_A_STATEMENT = 100;

/** The ids of the rooms of a user, for statements that name them: a distributed database then asks their workers only. */
export const ROOMS_OF_USER = statement('rooms_of_user', {
  parameters: { user: 'int4' },
  columns: { room_id: 'uuid not null' },
  isPrepared: true,
  text: ({ user }) => `SELECT room_id FROM user_rooms WHERE user_id = ${user}`,
});
