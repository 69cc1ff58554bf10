import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';

import type { Plugin } from 'vite';

const WORKER = 'service-worker.js';
/** Loaded when they are needed, and stored then: the colours of code, and the names of emojis. */
const ON_DEMAND = /\/(highlighting|emojis)-[^/]*\.js$/;

/** Writes into the service worker which files it stores, and a mark of the build. */
export const serviceWorkerBuild = (publicFolder: string): Plugin => ({
  name: 'service-worker-build',
  generateBundle(_options, bundle) {
    const worker = bundle[WORKER];
    if (worker?.type !== 'chunk') throw new Error(`The build has no ${WORKER}.`);
    const built = Object.keys(bundle).filter((path) => path.startsWith('assets/') && !ON_DEMAND.test(path));
    const files = [...built, ...readdirSync(publicFolder)].toSorted();
    const contents = Object.values(bundle).map((part) => (part.type === 'chunk' ? part.code : part.source));
    const hash = createHash('sha256');
    for (const content of contents) hash.update(content);
    worker.code = worker.code
      .replaceAll('__FILES__', JSON.stringify(files))
      .replaceAll('__BUILD__', JSON.stringify(hash.digest('hex').slice(0, 16)));
  },
});
