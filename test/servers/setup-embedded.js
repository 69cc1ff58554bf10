import { keep, release } from './keep.js';

export const setup = () => keep('embedded');
export const teardown = release;
