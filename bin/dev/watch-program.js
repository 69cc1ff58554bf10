import { join } from 'node:path';

import { watch } from 'rolldown';

import config, { isPackage, SOURCES } from '../../rolldown.config.js';
import { build, forget, root, stateOf } from '../build-parts.js';

/**
 * Keeps `dist/program` at the state of the sources. The packages of `node_modules` stay outside, so that a change takes
 * a second or two.
 * @param {() => void} bundled called after each bundle without errors, the first one included
 */
export async function watchProgram(bundled) {
  // For `npx parley`, whose table of commands only a whole build writes.
  if (stateOf('program') === 'missing' && (await build(['program'])).length > 0) process.exit(1);
  // It is no longer the build that `npm start` runs.
  forget('program');
  const watcher = watch({
    ...SOURCES,
    input: config.input ?? {},
    external: isPackage,
    // Milliseconds. An editor writes a file in several steps, and some write several files.
    watch: { buildDelay: 100 },
    output: { dir: join(root, 'dist/program'), format: 'esm', sourcemap: true, chunkFileNames: 'chunks/[name].js' },
  });
  watcher.on('event', async (event) => {
    if (event.code === 'BUNDLE_END' || event.code === 'ERROR') await event.result.close();
    if (event.code === 'ERROR')
      process.stderr.write(`${event.error.message}\nThe service waits for the next change.\n`);
    if (event.code === 'BUNDLE_END') {
      process.stderr.write(`Bundled the program in ${(event.duration / 1_000).toFixed(1)} s\n`);
      bundled();
    }
  });
  return watcher;
}
