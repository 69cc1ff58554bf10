import { keep, release } from './keep.js';

export const setup = () => keep('postgres');
export const teardown = release;
