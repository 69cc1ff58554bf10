import { keep } from './keep.js';

/** A deployment of any kind. */
export default () => Promise.all([keep('embedded'), keep('postgres'), keep('redis')]);
