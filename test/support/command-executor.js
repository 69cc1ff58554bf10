/**
 * Executes commands of the compiled program one after another for a process of the specs, so that the modules of the
 * program are loaded once and not for every command. The parent sends `Request`s and receives an `Outcome` for each.
 * A command that ends its process ends this one: the parent reads the outcome from the exit.
 */
import { writeFileSync } from 'node:fs';

import { compiled } from './compiled.js';

/** @typedef {{ words: string[], env: Record<string, string>, cwd: string, outcomeFile: string }} Request */
/** @typedef {{ code: number, stdout: string, stderr: string }} Outcome */

const { CliModule } = /** @type {typeof import('../../src/cli.module.js')} */ (await compiled('cli.module.js'));
const { TOOLS } = /** @type {typeof import('../../src/api/cli/tools.js')} */ (await compiled('api/cli/tools.js'));
const { executeCommand } = /** @type {typeof import('../../src/api/cli/support/run-command.js')} */ (
  await compiled('api/cli/support/run-command.js')
);

const printed = { stdout: '', stderr: '' };
for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
  /** @param {string | Uint8Array} chunk @param {(() => void)[]} parameters the last one is the callback */
  const write = (chunk, ...parameters) => {
    printed[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const written = parameters.at(-1);
    if (typeof written === 'function') setImmediate(written);
    return true;
  };
  process[name].write = /** @type {typeof process.stdout.write} */ (write);
}

let outcomeFile = '';
process.on('exit', (code) => {
  if (outcomeFile !== '') writeFileSync(outcomeFile, JSON.stringify({ code, ...printed }));
});
process.on('disconnect', () => process.exit());

process.on('message', (/** @type {Request} */ request) => {
  void execute(request);
});

/** @param {Request} request */
async function execute({ words, env, cwd, outcomeFile: file }) {
  outcomeFile = file;
  Object.assign(printed, { stdout: '', stderr: '' });
  process.env = env;
  process.chdir(cwd);
  process.argv = [process.execPath, 'parley', ...words];
  process.exitCode = 0;
  await executeCommand((await TOOLS.get(words[0] ?? '')?.()) ?? CliModule);
  const outcome = { code: process.exitCode, ...printed };
  // The parent may remove the folder of the command.
  process.chdir('/');
  outcomeFile = '';
  process.send?.(outcome);
}
