import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { environment } from '../support/environment.js';
import type { Environment } from '../support/environment.js';
import type { ServiceData } from '../support/service-data.js';
import { root } from './pages.js';

/** The address of the service on the pages. */
const DOCUMENTED = '127.0.0.1:3000';

/** A shell in a folder of its own, in which the documented address leads to the service of the test. */
export class Shell {
  private readonly env: Environment;
  /** Assignments and functions that later commands of a page use. */
  private remembered = '';

  constructor(
    private readonly serviceData: ServiceData,
    private readonly url?: string,
    others: Environment = {},
  ) {
    const bin = join(serviceData.folder, 'bin');
    mkdirSync(bin, { recursive: true });
    for (const [name, script] of Object.entries({ npx, npm })) {
      writeFileSync(join(bin, name), script());
      chmodSync(join(bin, name), 0o755);
    }
    // The commands read the address of the service from the same settings as the service.
    const port = url === undefined ? {} : { PORT: new URL(url).port };
    this.env = { ...environment(serviceData, others), ...port, PATH: `${bin}:${process.env.PATH ?? ''}` };
  }

  /** Keeps assignments and functions for the commands that follow. */
  remember(command: string): void {
    this.remembered += `${this.asItIs(command)}\n`;
  }

  /** @returns its output @throws Error with its output if it fails */
  async run(command: string): Promise<string> {
    const process = this.begin(command);
    let out = '';
    let all = '';
    process.stdout.on('data', (text: Buffer) => {
      out += text.toString();
      all += text.toString();
    });
    process.stderr.on('data', (text: Buffer) => (all += text.toString()));
    process.stdin.end();
    const [code] = (await once(process, 'close')) as [number | null];
    if (code !== 0) throw new Error(`${command}\nended with ${String(code)}:\n${all}`);
    return out;
  }

  /** Starts a command that keeps running and reads standard input. */
  begin(command: string): ChildProcessWithoutNullStreams {
    const script = `set -euo pipefail\n${this.remembered}${this.asItIs(command)}`;
    return spawn('bash', ['-c', script], { cwd: this.serviceData.folder, env: { ...this.env } });
  }

  private asItIs(command: string): string {
    return this.url === undefined ? command : command.replaceAll(DOCUMENTED, new URL(this.url).host);
  }
}

/** `npm start` starts the service; other npm commands take too long. */
const npm = (): string =>
  `#!/bin/sh\n[ "$1" = start ] && exec '${process.execPath}' '${join(root, 'dist/program/main.js')}'\nexit 127\n`;

/** The programs of this repository by name, as `npx` finds them in its folder. */
function npx(): string {
  const node = `exec '${process.execPath}'`;
  return [
    '#!/bin/sh',
    'program=$1',
    'shift',
    'case $program in',
    `parley) ${node} '${join(root, 'bin/parley.js')}' "$@" ;;`,
    `wscat) ${node} '${join(root, 'node_modules/wscat/bin/wscat')}' "$@" ;;`,
    '*) exit 127 ;;',
    'esac',
    '',
  ].join('\n');
}
