export { AuditModule } from './audit.module.js';
export { AuditRepository } from './audit.repository.js';
export { toEach } from './audited-act.js';
export type { AuditedAct } from './audited-act.js';
