import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes a folder with the users of the specs, or copies the one that an earlier tier of the same run has made:
 * `TEST_TEMPLATES` names the folder of the copies. Nothing may use the made folder while it is copied.
 * @param {string} name
 * @param {string} folder does not exist yet
 * @param {() => Promise<void>} make
 */
export async function makeOrCopy(name, folder, make) {
  const templates = process.env.TEST_TEMPLATES;
  const kept = templates && join(templates, name);
  if (kept && existsSync(kept)) {
    copy(kept, folder);
    return;
  }
  await make();
  if (kept) copy(folder, kept);
}

/** With the owners of the files: a server may run as another user. @param {string} from @param {string} to */
const copy = (from, to) => execFileSync('cp', ['-a', from, to]);
