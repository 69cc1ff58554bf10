/** Runs in each worker before each spec file. */
import { afterAll } from 'vitest';

import { closeOpenClients } from './chat-client.js';
import { endSpecFile } from './shared-services.js';

// Registered first, so it runs after the hooks of the spec file.
afterAll(async () => {
  closeOpenClients();
  await endSpecFile();
});
