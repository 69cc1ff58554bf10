import { keep } from './keep.js';

/** Several nodes share a PostgreSQL as well as a Redis. */
export default () => Promise.all([keep('postgres'), keep('redis')]);
