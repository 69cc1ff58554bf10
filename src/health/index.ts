export { HealthModule } from './health.module.js';
export { Readiness } from './readiness.js';
export type { LivenessReport, ReadinessReport, TransportProbe } from './readiness.js';
export type { HealthReport } from './whole-report.js';
