#!/usr/bin/env node
/**
 * `npm run pictures`: makes every picture of the documentation, in `docs/public/pictures`: screenshots of the web
 * client and the administration page, taken from a running service with a conversation in it, every kind of mail, and
 * diagrams, drawn from the `.dot` files in `docs/diagrams`. `--only` with `diagrams`, `mails` or `screenshots` makes one
 * of the kinds.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { reportSpam } from './administration.js';
import { holdConversation } from './conversation.js';
import { writeDiagrams } from './diagrams.js';
import { photographMails } from './mails.js';
import { takeScreenshots } from './screenshots.js';
import { startThrowawayService } from './throwaway-service.js';

const OUT = join(import.meta.dirname, '../../docs/public/pictures');

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const KINDS = {
  diagrams: () => writeDiagrams(OUT),
  mails: () => photographMails(OUT),
  screenshots: photograph,
};
if (only !== undefined && !Object.hasOwn(KINDS, only)) {
  throw new Error(`--only takes one of: ${Object.keys(KINDS).join(', ')}.`);
}

mkdirSync(OUT, { recursive: true });
for (const [kind, make] of Object.entries(KINDS)) {
  if (only === undefined || only === kind) await make();
}

/** Runs the service on a database of its own for as long as it takes to photograph it. */
async function photograph() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-pictures-'));
  try {
    const service = await startThrowawayService(folder);
    try {
      const conversation = await holdConversation(service);
      try {
        await reportSpam(service, conversation);
        await takeScreenshots(service.url, conversation, OUT);
      } finally {
        await conversation.end();
      }
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
