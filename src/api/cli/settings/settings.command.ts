import { notFound } from '@parley/protocol';
import { SubCommand } from 'nest-commander';

import { ChangeSettings } from '../../../features/deployment/change-settings.js';
import type { SettingState } from '../../../features/deployment/change-settings.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { printable, table } from '../support/table.js';

const valueText = ({ value }: SettingState): string => printable(value === null ? '' : String(value));

@SubCommand({ name: 'list', description: 'list the settings that can be stored, and where each value is from' })
@Examples('parley settings list', 'parley settings list --json')
export class SettingsListCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const states = await (await this.deployment.get(ChangeSettings)).list();
    const rows = Object.entries(states).map(([name, state]) => [
      name,
      valueText(state),
      state.source,
      state.changed_at ?? '',
      state.changed_by?.username ?? '',
    ]);
    this.print(options, states, table(['NAME', 'VALUE', 'SOURCE', 'CHANGED', 'BY'], rows));
  }
}

@SubCommand({ name: 'get', arguments: '<name>', description: 'print the value of a setting' })
@Examples('parley settings get preset', 'parley settings get user_directory --json')
export class SettingsGetCommand extends ParleyCommand {
  async run([name = '']: string[], options: OutputOptions): Promise<void> {
    const state = (await (await this.deployment.get(ChangeSettings)).list())[name];
    if (!state) throw notFound(`There is no setting ${name}: see "parley settings list".`);
    this.print(options, { name, ...state }, valueText(state));
  }
}

@SubCommand({
  name: 'set',
  arguments: '<name> <value>',
  description: 'store the value of a setting, which takes effect within a second; a list is separated by commas',
})
@Examples('parley settings set preset team', 'parley settings set name "Chat of Example Inc."')
export class SettingsSetCommand extends ParleyCommand {
  async run([name = '', value = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(ChangeSettings)).change(OPERATOR, { [name]: value });
    this.print(options, { name, value }, `${name} is ${printable(value)}.`);
  }
}

@SubCommand({
  name: 'unset',
  arguments: '<name>',
  description: 'remove the stored value of a setting, which has its default again',
})
@Examples('parley settings unset preset')
export class SettingsUnsetCommand extends ParleyCommand {
  async run([name = '']: string[], options: OutputOptions): Promise<void> {
    const settings = await this.deployment.get(ChangeSettings);
    await settings.change(OPERATOR, { [name]: null });
    const state = (await settings.list())[name];
    this.print(options, { name, ...state }, `${name} is ${state ? valueText(state) : ''} by default.`);
  }
}
