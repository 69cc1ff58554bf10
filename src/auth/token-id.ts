import { createHash } from 'node:crypto';

/** What is stored of a refresh token: enough to know it again, too little to make one. */
export const jtiHash = (jti: string): string => createHash('sha256').update(jti).digest('hex');
