export { RoomsCommand } from './rooms.command.js';
