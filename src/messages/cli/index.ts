export { MessagesCommand } from './messages.command.js';
