import { keep, release } from './keep.js';

/** For deployments of every kind. */
export const setup = () => Promise.all([keep('embedded'), keep('postgres'), keep('redis')]);
export const teardown = release;
