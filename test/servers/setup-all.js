import { keep, letGo } from './keep.js';

/** A deployment of any kind. */
export const setup = () => Promise.all([keep('embedded'), keep('postgres'), keep('redis')]);
export const teardown = letGo;
