import { keep, letGo } from './keep.js';

export const setup = () => keep('embedded');
export const teardown = letGo;
