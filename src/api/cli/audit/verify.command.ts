import { SubCommand } from 'nest-commander';

import { AuditVerificationService } from '../../../features/audit/audit-verification.js';
import type { AuditVerification } from '../../../features/audit/audit-verification.js';
import { FOUND_FAULTY, Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({ name: 'verify', description: 'check the hash chain over the audit log; ends with 1 if it is broken' })
@Examples('parley audit verify', 'parley audit verify --json')
export class AuditVerifyCommand extends ParleyCommand {
  async run(_: string[], options: OutputOptions): Promise<void> {
    const result = await (await this.deployment.get(AuditVerificationService)).verify();
    this.print(options, result, described(result));
    if (result.broken) process.exitCode = FOUND_FAULTY;
  }
}

const REASONS = {
  changed: 'the entry, or a seal before it, was changed',
  removed: 'the entry was removed',
  seal_missing: 'a seal before it was removed',
} as const;

const described = ({ verified, unsealed, head, broken }: AuditVerification): string =>
  [
    `${String(verified)} entries are verified, ${String(unsealed)} are not sealed yet.`,
    `Head: ${String(head.seq)} ${head.hash}`,
    broken
      ? `The chain is broken at seal ${String(broken.seq)}, entry ${String(broken.entry_id)}: ${REASONS[broken.reason]}.`
      : 'The chain holds.',
  ].join('\n');
