export { backlogGauge } from './backlog-gauge.js';
export { MOST_COUNTED } from './most-counted.js';
export { MetricsModule } from './metrics.module.js';
export { MetricsRegistry } from './metrics-registry.js';
