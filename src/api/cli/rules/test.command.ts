import { SubCommand } from 'nest-commander';

import { CannotStart } from '../../../platform/config/config.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { printable } from '../support/table.js';

@SubCommand({
  name: 'test',
  arguments: '<file> <text>',
  description: 'check a text by a file of word rules; exit code 2 if it is rejected, 3 if it is held',
})
@Examples('parley rules test rules.json "Buy cheap coins now"')
export class RulesTestCommand extends ParleyCommand {
  async run([file = '', text = '']: string[], options: OutputOptions): Promise<void> {
    const { action, rules, masked } = (await rulesIn(file)).check(text);
    const verdict = action ?? 'allow';
    const lines = rules.map(({ match, pattern, action: of }) => `  ${of} by ${match}: ${printable(pattern)}`);
    this.print(options, { verdict, rules, masked }, [`${VERDICTS[verdict]} ${printable(masked)}`, ...lines].join('\n'));
    process.exitCode = EXIT_CODES[verdict];
  }
}

const VERDICTS = { allow: 'Allowed:', mask: 'Masked:', hold: 'Held:', reject: 'Rejected:' };
const EXIT_CODES = { allow: 0, mask: 0, reject: 2, hold: 3 };

/** @throws CannotStart with all faults */
async function rulesIn(file: string) {
  // Loaded here only: the table of confusable letters is large.
  const { readRulesFile } = await import('../../../features/moderation/word-rules/rules-file.js');
  const { FaultyRules } = await import('../../../features/moderation/word-rules/word-rule.js');
  try {
    const read = await readRulesFile(file);
    if (read) return read.rules;
    throw new CannotStart('The rules cannot be read.');
  } catch (error) {
    if (!(error instanceof FaultyRules)) throw error;
    throw new CannotStart(`The rules cannot be used:\n${error.faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}
