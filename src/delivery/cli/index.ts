export { MessagesTraceCommand } from './messages-trace.command.js';
