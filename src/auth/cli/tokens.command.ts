import { Command } from 'nest-commander';

import { CommandGroup } from '../../cli/index.js';
import { TokensIssueCommand } from './tokens-issue.command.js';
import { TokensRevokeCommand } from './tokens-revoke.command.js';

@Command({
  name: 'tokens',
  description: 'issue and revoke tokens',
  subCommands: [TokensIssueCommand, TokensRevokeCommand],
})
export class TokensCommand extends CommandGroup {}
