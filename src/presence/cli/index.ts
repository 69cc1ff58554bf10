export { SessionsCommand } from './sessions.command.js';
