/**
 * Ends the process with one sentence if this Node.js is too old. A program imports this file first and everything else
 * with `import()` after it, so that an old Node.js parses nothing that it cannot: this file and those programs use only
 * what Node.js 12 knows.
 */
import { readFileSync } from 'fs';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { engines } = /** @type {{ engines: { node: string } }} */ (/** @type {unknown} */ (JSON.parse(manifest)));
const needed = engines.node.replace('>=', '');

/** @param {string} version */
function numbers(version) {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  return { major, minor };
}

const here = numbers(process.version);
const least = numbers(needed);
if (here.major < least.major || (here.major === least.major && here.minor < least.minor)) {
  process.stderr.write(
    `Parley needs Node.js ${needed} or newer, and this is ${process.version}: install a newer one.\n`,
  );
  process.exit(1);
}
