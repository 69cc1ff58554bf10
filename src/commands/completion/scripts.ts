import type { Command } from 'commander';

import { completableCommands } from './completable.js';
import type { Shell } from './shells.js';
import { fishScript } from './fish-script.js';
import { bashScript, zshScript } from './posix-script.js';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** The script that completes the commands of a program in a shell. */
export const completionScript = (shell: Shell, program: Command): string =>
  SCRIPTS[shell](completableCommands(program));
