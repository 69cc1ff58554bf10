import { keep, letGo } from './keep.js';

export const setup = () => keep('postgres');
export const teardown = letGo;
