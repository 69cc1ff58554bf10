import { prepared } from '../platform/database/prepared.js';

/**
 * The ids of the rooms of a user, for statements that name them: a distributed database then asks their workers only.
 */
export const ROOMS_OF_USER = prepared('SELECT room_id FROM user_rooms WHERE user_id = $1');
