import type { Account } from './answers.js';

export const fullName = ({ first_name, last_name }: Account): string => `${first_name} ${last_name}`.trim();

/** The path of the routes of a user. */
export const userPath = (username: string): string => `users/${encodeURIComponent(username)}/`;
