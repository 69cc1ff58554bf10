import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/**
 * The seconds of spec files that take long, in a gate on two cores: `TEST_KEEP_SECONDS=on npm run test:all` writes
 * them.
 */
const SECONDS = JSON.parse(readFileSync(join(import.meta.dirname, 'seconds.json'), 'utf8')) as Readonly<
  Record<string, number>
>;
const SHARED_SERVICE = /\bsharedService\('(\w+)'/;

/**
 * Begins with the spec files that take longest, so that no worker runs one of them alone at the end. The others follow
 * by the settings of the service that they share, which a worker keeps for the next file.
 */
export class SlowestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const all = files.map((file) => ({
      file,
      seconds: SECONDS[relative(this.ctx.config.root, file.moduleId)] ?? 0,
      settings: SHARED_SERVICE.exec(readFileSync(file.moduleId, 'utf8'))?.[1] ?? '',
    }));
    all.sort((one, other) => other.seconds - one.seconds || one.settings.localeCompare(other.settings));
    return Promise.resolve(all.map(({ file }) => file));
  }
}
