export { letGo as default } from './keep.js';
