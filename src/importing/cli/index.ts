export { ImportCommand } from './import.command.js';
