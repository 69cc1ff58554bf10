export { BackupCommand } from './backup.command.js';
export { MigrateCommand } from './migrate.command.js';
export { RestoreCommand } from './restore.command.js';
