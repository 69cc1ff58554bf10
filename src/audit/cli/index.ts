export { AuditCommand } from './audit.command.js';
