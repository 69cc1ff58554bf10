import { availableParallelism, cpus, totalmem } from 'node:os';

const GIBIBYTE = 2 ** 30;

/** The machine and the time of the measurement. */
export const machine = () => ({
  at: new Date().toISOString(),
  node: process.version,
  processors: `${String(availableParallelism())} × ${cpus()[0]?.model ?? 'unknown'}`,
  memory: `${(totalmem() / GIBIBYTE).toFixed(0)} GiB`,
});
