export { confinedToRoom } from './confined.js';
