import { join } from 'node:path';

import { Script } from '../../support/script.js';

const FUZZ = join(import.meta.dirname, '../../fuzz/fuzz.js');

it('the service answers each of 100,000 invalid frames as the contract says', { timeout: 1_200_000 }, async () => {
  const run = Script.run(FUZZ, ['--seed', '1', '--frames', '100000']);
  if ((await run.exitCode()) !== 0) throw new Error(run.printed);
});
