import { keep } from './keep.js';

export default () => keep('postgres');
