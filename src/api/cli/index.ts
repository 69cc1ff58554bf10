export { KeysCommand } from './keys.command.js';
