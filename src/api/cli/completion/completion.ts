import { Argument } from 'commander';
import type { Command } from 'commander';

import { examplesText } from '../support/examples-text.js';

/** The shells whose completion is supported. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const EXAMPLES = [
  'parley completion bash > ~/.local/share/bash-completion/completions/parley',
  'parley completion zsh > "${fpath[1]}/_parley"',
  'parley completion fish > ~/.config/fish/completions/parley.fish',
];

/** Adds the command `completion`, which needs no other command and therefore starts quickly. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script with which a shell completes the commands of parley')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .allowExcessArguments(false)
    .addHelpText('after', examplesText(EXAMPLES))
    .action(async (shell: Shell) => {
      const { completionScript } = await import('./scripts.js');
      process.stdout.write(completionScript(shell, program));
    });
}
