import { cpus } from 'node:os';

/**
 * The time that all processors of this machine have worked since its start, in seconds. Machines differ in speed, and
 * services outlive the processes that start them.
 */
export const processorSeconds = () =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1_000;
