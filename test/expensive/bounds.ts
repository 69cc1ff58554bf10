import { metric } from '../support/metrics.js';
import type { World } from './world.js';

/** The default of the setting. */
export const MAX_ANSWER_BYTES = 1_048_576;
/** The 99th percentile of a bystander's heartbeats. */
export const MOST_P99_MS = 250;
/** The growth of the process. */
export const MOST_GROWTH_BYTES = 300 * 1_048_576;

/** The memory of the service's process, in bytes. */
export const memoryOf = ({ service }: World): Promise<number> => metric(service, 'process_resident_memory_bytes');
