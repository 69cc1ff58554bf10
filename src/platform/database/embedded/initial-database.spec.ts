import { existsSync } from 'node:fs';

import { initialArchive } from './initial-database.js';

it('there is an archive of a new database for the installed PGlite', () => {
  expect(existsSync(initialArchive()), 'run node bin/initdb/make.js').toBe(true);
});
