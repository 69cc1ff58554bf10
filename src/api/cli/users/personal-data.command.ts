import { Option, SubCommand } from 'nest-commander';

import { UserErasureService } from '../../../features/personal-data/user-erasure.service.js';
import { UserExportService } from '../../../features/personal-data/user-export.service.js';
import { UserFilesExport } from '../../../features/personal-data/user-files-export.js';
import { UserHoldingsService } from '../../../features/personal-data/user-holdings.service.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { counted, sizeText } from '../support/quantities.js';
import { DestructiveCommand } from '../support/destructive-command.js';
import type { DestructiveOptions } from '../support/destructive-command.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { table } from '../support/table.js';
import { erasurePlan } from './user-plans.js';

interface ExportOptions extends OutputOptions {
  readonly files?: string;
}

@SubCommand({
  name: 'export',
  arguments: '<username>',
  description: 'print all data of a user as one JSON document',
})
@Examples('parley users export ada > ada.json', 'parley users export ada --files ada-files > ada.json')
export class UsersExportCommand extends ParleyCommand {
  async run([username = '']: string[], { files: folder }: ExportOptions): Promise<void> {
    await this.printPieces(await (await this.deployment.get(UserExportService)).ofUser(OPERATOR, username));
    if (folder !== undefined) await this.copyFiles(username, folder);
  }

  /** Standard output is for the document. */
  private async copyFiles(username: string, folder: string): Promise<void> {
    const { files, bytes, missing } = await (await this.deployment.get(UserFilesExport)).copy(username, folder);
    process.stderr.write(`Copied ${counted(files, 'file')} (${sizeText(bytes)}) to ${folder}.\n`);
    if (missing > 0) this.warn(`The bytes of ${counted(missing, 'file')} are missing in the store.`);
  }

  @Option({ flags: '--files <folder>', description: 'copy the files of the user into this folder, each under its id' })
  parseFiles(folder: string): string {
    return folder;
  }
}

@SubCommand({
  name: 'erase',
  arguments: '<username>',
  description: 'delete a user with all messages of the user, and print a receipt; can be interrupted and run again',
})
@Examples('parley users erase ada --dry-run', 'parley users erase ada --yes --json > receipt.json')
export class UsersEraseCommand extends DestructiveCommand {
  async run([username = '']: string[], options: DestructiveOptions): Promise<void> {
    const holdings = await this.deployment.get(UserHoldingsService);
    if (!(await this.isConfirmed(options, async () => erasurePlan(await holdings.ofAnyUser(username))))) return;
    const receipt = await (await this.deployment.get(UserErasureService)).erase(OPERATOR, username);
    const who = `${receipt.username} (${String(receipt.user_id)})`;
    const counts = Object.entries(receipt.removed).map(([what, count]) => [what.replace('_', ' '), String(count)]);
    this.print(
      options,
      receipt,
      `${who} was erased at ${receipt.erased_at}.\n\n${table(['REMOVED', 'COUNT'], counts)}`,
    );
    if (receipt.removed.files > 0) {
      process.stderr.write(
        'Nobody can read the files any more. A running service deletes their bytes within seconds.\n',
      );
    }
  }
}
