import { keep, letGo } from './keep.js';

/** Several nodes share a PostgreSQL and a Redis. */
export const setup = () => Promise.all([keep('postgres'), keep('redis')]);
export const teardown = letGo;
