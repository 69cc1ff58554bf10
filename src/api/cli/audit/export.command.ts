import { Option, SubCommand } from 'nest-commander';

import { AUDIT_FORMATS, AuditExportService } from '../../../features/audit/audit-export.service.js';
import type { AuditFormat } from '../../../features/audit/audit-export.service.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { choiceOf } from '../support/list-options.js';
import { Examples } from '../support/parley-command.js';
import { AuditCommandWithFilter } from './filter-options.js';
import type { FilterOptions } from './filter-options.js';

interface ExportOptions extends FilterOptions {
  readonly format?: AuditFormat;
}

@SubCommand({
  name: 'export',
  description: 'print the entries of the audit log, the newest first, as JSON lines or CSV; the log records it',
})
@Examples('parley audit export > audit.jsonl', 'parley audit export --format csv --since 90d > audit.csv')
export class AuditExportCommand extends AuditCommandWithFilter {
  async run(_: string[], { format = 'jsonl', ...options }: ExportOptions): Promise<void> {
    const service = await this.deployment.get(AuditExportService);
    const permission: Parameters<typeof service.export>[0] = (manager) => OPERATOR.permit(manager, 'audit.read');
    await this.printPieces(await service.export(permission, await this.filterOf(options), format));
  }

  @Option({ flags: '--format <format>', description: 'jsonl, the default, or csv', choices: [...AUDIT_FORMATS] })
  parseFormat(word: string): AuditFormat {
    return choiceOf('--format', AUDIT_FORMATS, word);
  }
}
