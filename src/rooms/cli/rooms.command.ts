import { Command } from 'nest-commander';

import { CommandGroup } from '../../cli/index.js';
import { RoomsDeleteCommand } from './rooms-delete.command.js';
import { RoomsListCommand } from './rooms-list.command.js';
import { RoomsShowCommand } from './rooms-show.command.js';

@Command({
  name: 'rooms',
  description: 'list, show and delete rooms',
  subCommands: [RoomsListCommand, RoomsShowCommand, RoomsDeleteCommand],
})
export class RoomsCommand extends CommandGroup {}
