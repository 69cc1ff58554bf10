export { PushCommand } from './push.command.js';
