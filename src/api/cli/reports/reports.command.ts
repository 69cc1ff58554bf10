import { invalid } from '@parley/protocol';
import type { Report, ReportState } from '@parley/protocol';
import { isUUID } from 'class-validator';
import { Option, SubCommand } from 'nest-commander';

import { OPERATOR_ACTIONS } from '../../../features/reports/acts/operator-resolver.js';
import type { OperatorAction } from '../../../features/reports/acts/operator-resolver.js';
import { ReportAdministrationService } from '../../../features/reports/report-administration.js';
import { ReportContextService } from '../../../features/reports/report-context.js';
import type { ReportDetail, ReportedUser } from '../../../features/reports/report-context.js';
import { LONGEST_NOTE } from '../../../features/reports/report.entity.js';
import { DEFAULT_LIMIT, limitOf } from '../support/list-options.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { printable } from '../support/table.js';

const STATES: readonly ReportState[] = ['open', 'resolved'];
const HEADINGS = ['ID', 'CREATED', 'REASON', 'USER', 'BY', 'ROOM', 'RESOLVED', 'TEXT'];
/** The characters of a text in a list. */
const SHOWN = 40;

interface ListOptions extends OutputOptions {
  readonly state?: ReportState;
  readonly room?: string;
  readonly limit?: number;
}

@SubCommand({ name: 'list', description: 'list the reports of messages and users, the newest first' })
@Examples('parley reports list', 'parley reports list --state resolved --limit 20')
export class ReportsListCommand extends ParleyCommand {
  async run(_: string[], { state = 'open', room, limit = DEFAULT_LIMIT, ...output }: ListOptions): Promise<void> {
    const reports = (await this.deployment.get(ReportAdministrationService)).list(state, room, limit);
    await this.printList(output, reports, { headings: HEADINGS, cells });
  }

  @Option({ flags: '--state <state>', description: 'open, the default, or resolved' })
  parseState(state: string): ReportState {
    const known = STATES.find((each) => each === state);
    if (!known) throw invalid(`--state must be one of ${STATES.join(', ')}, not ${state}.`);
    return known;
  }

  @Option({ flags: '--room <room-id>', description: 'only reports of messages of this room' })
  parseRoom(id: string): string {
    if (!isUUID(id)) throw invalid(`--room must be the id of a room, which is a UUID, not ${id}.`);
    return id;
  }

  @Option({ flags: '--limit <count>', description: `maximum number of reports, by default ${String(DEFAULT_LIMIT)}` })
  parseLimit(count: string): number {
    return limitOf(count);
  }
}

@SubCommand({ name: 'show', arguments: '<report-id>', description: 'show a report with the reported message' })
@Examples('parley reports show 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a45')
export class ReportsShowCommand extends ParleyCommand {
  async run([id = '']: string[], options: OutputOptions): Promise<void> {
    const report = await (await this.deployment.get(ReportContextService)).find(reportId(id));
    this.print(options, report, described(report));
  }
}

interface ResolveOptions extends OutputOptions {
  readonly action?: OperatorAction;
  readonly note?: string;
}

@SubCommand({ name: 'resolve', arguments: '<report-id>', description: 'resolve a report, and act on it' })
@Examples(
  'parley reports resolve 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a45 --action dismiss',
  'parley reports resolve 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a45 --action delete_message --note Advertising',
)
export class ReportsResolveCommand extends ParleyCommand {
  async run([id = '']: string[], { action, note, ...output }: ResolveOptions): Promise<void> {
    if (!action) throw invalid(`Give --action, one of ${OPERATOR_ACTIONS.join(', ')}.`);
    const reports = await this.deployment.get(ReportAdministrationService);
    const report = await reports.resolve(reportId(id), action, note ?? null);
    this.print(output, report, `The report ${report.report_id} is resolved.`);
  }

  @Option({ flags: '--action <action>', description: `one of ${OPERATOR_ACTIONS.join(', ')}` })
  parseAction(action: string): OperatorAction {
    const known = OPERATOR_ACTIONS.find((each) => each === action);
    if (!known) throw invalid(`--action must be one of ${OPERATOR_ACTIONS.join(', ')}, not ${action}.`);
    return known;
  }

  @Option({ flags: '--note <text>', description: 'why, for others who see the report' })
  parseNote(note: string): string {
    if (note.length > LONGEST_NOTE) throw invalid(`--note may have ${String(LONGEST_NOTE)} characters.`);
    return note;
  }
}

function reportId(id: string): string {
  if (!isUUID(id)) throw invalid(`Give the id of a report, which is a UUID, not ${id}.`);
  return id.toLowerCase();
}

const cells = (report: Report): string[] => [
  report.report_id,
  report.created_at,
  report.reason,
  report.user.username,
  report.reporter?.username ?? '',
  report.room_id ?? '',
  report.resolution?.action ?? '',
  printable((report.seen?.content ?? report.comment ?? '').slice(0, SHOWN)),
];

const described = (report: ReportDetail): string =>
  [...aboutUser(report), ...aboutMessage(report), ...outcome(report), ...present(report.subject)].join('\n');

const aboutUser = ({ comment, ...report }: Report): string[] => [
  `Report:   ${report.report_id}, ${report.state}, of ${report.created_at}`,
  `User:     ${report.user.username} (${String(report.user.id)})`,
  `By:       ${report.reporter?.username ?? 'a deleted user'}`,
  `Reason:   ${report.reason}${comment === null ? '' : `: ${printable(comment)}`}`,
];

const aboutMessage = ({ message_id, room_id, seen }: Report): string[] => [
  ...(message_id === null ? [] : [`Message:  ${message_id} in the room ${room_id ?? ''}`]),
  ...(seen ? [`Text:     ${printable(seen.content)}`] : []),
  ...(seen?.attachments ?? []).map((each) => `File:     ${printable(each.filename ?? '')} ${each.mime_type}`),
];

const outcome = ({ resolution }: Report): string[] => [
  ...(resolution ? [`Resolved: ${resolution.action} by ${resolution.by?.username ?? 'an operator'}`] : []),
  ...(resolution?.note ? [`Note:     ${printable(resolution.note)}`] : []),
];

const present = ({ is_active, role, restriction, ...reports }: ReportedUser): string[] => [
  `Account:  ${is_active ? 'active' : 'not active'}, with the role ${role}`,
  ...(restriction
    ? [`In room:  ${restriction.kind}, ${restriction.until === null ? 'without an end' : `until ${restriction.until}`}`]
    : []),
  `Reports:  ${String(reports.open_reports)} open, ${String(reports.resolved_reports)} resolved`,
];
