import { keep } from './keep.js';

export default () => keep('embedded');
