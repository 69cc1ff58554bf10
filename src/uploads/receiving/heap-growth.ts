import { setFlagsFromString } from 'node:v8';

const PERCENT = 100;

let isSet = false;

/**
 * Lets the heap of this process grow by a share of what is in use before all of it is collected again. The memory of
 * bytes that arrive counts as growth. V8 chooses a smaller share after a while, and then collects all for about every
 * 25 MiB that arrive, which takes as long as their arrival. A process that receives no files keeps its small heap.
 */
export function growHeapForArrivals(): void {
  if (isSet) return;
  isSet = true;
  setFlagsFromString(`--heap-growing-percent=${String(PERCENT)}`);
}
