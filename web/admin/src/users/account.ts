import type { Account } from './answers.js';

export const fullName = ({ first_name, last_name }: Account): string => `${first_name} ${last_name}`.trim();

export const userPath = (username: string): string => `users/${encodeURIComponent(username)}/`;
