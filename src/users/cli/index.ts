export { UsersCommand } from './users.command.js';
