import { keep, release } from './keep.js';

/** For services whose connections to PostgreSQL go through a pooler. */
export async function setup() {
  await keep('postgres');
  await keep('pooler');
}
export const teardown = release;
