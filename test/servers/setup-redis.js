import { keep, release } from './keep.js';

/** For several nodes with one PostgreSQL and one Redis. */
export const setup = () => Promise.all([keep('postgres'), keep('redis')]);
export const teardown = release;
