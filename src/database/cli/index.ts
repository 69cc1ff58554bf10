export { MigrateCommand } from './migrate.command.js';
