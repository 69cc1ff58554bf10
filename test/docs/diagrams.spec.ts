import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { diagrams } from '../pictures/diagrams.js';
import { root } from './pages.js';

describe('the diagrams of the documentation', () => {
  it('match their .dot files', async () => {
    for (const [name, svg] of await diagrams()) {
      const stored = readFileSync(join(root, 'docs/public/pictures', name), 'utf8');
      if (stored !== svg) throw new Error(`${name} differs from its .dot file: npm run pictures -- --only diagrams`);
    }
  });
});
