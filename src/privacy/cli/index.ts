export { UsersEraseCommand } from './users-erase.command.js';
export { UsersExportCommand } from './users-export.command.js';
