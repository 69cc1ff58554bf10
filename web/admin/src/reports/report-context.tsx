import type { JSX } from 'preact';

import { AnswerView } from '../app/answer-view.js';
import { Facts, Mark, Time } from '../app/facts.js';
import { useAnswer } from '../app/use-answer.js';
import { t } from '../languages/texts.js';
import { roleName } from '../users/roles.js';
import type { ReportedUser } from './answers.js';
import { reasonName } from './reason-name.js';
import { actionName } from './resolution.js';

/** Shows the reported user: the account, the present restriction, and other reports. */
export function ReportContext({ id }: { readonly id: string }): JSX.Element {
  const answer = useAnswer<{ readonly subject: ReportedUser }>(`reports/${id}/`);
  return (
    <section class="context" aria-label={t('reports.context')}>
      <AnswerView answer={answer}>{({ subject }) => <Subject subject={subject} />}</AnswerView>
    </section>
  );
}

function Subject({ subject }: { readonly subject: ReportedUser }): JSX.Element {
  const { restriction, last_reports: reports } = subject;
  return (
    <>
      <Facts
        facts={[
          [t('users.state'), subject.is_active ? t('users.active') : t('users.inactive')],
          [t('users.role'), roleName(subject.role)],
          [t('users.createdAt'), <Time iso={subject.created_at} />],
          [t('reports.openReports'), String(subject.open_reports)],
          [t('reports.resolvedReports'), String(subject.resolved_reports)],
          [t('reports.restriction'), restriction ? <Restriction restriction={restriction} /> : t('reports.none')],
        ]}
      />
      {reports.length > 0 && (
        <>
          <h2>{t('reports.lastReports')}</h2>
          <ul class="rows">
            {reports.map(({ report_id: id, reason, created_at: at, action }) => (
              <li key={id} class="row">
                <Mark kind="warn">{reasonName(reason)}</Mark> <Time iso={at} />{' '}
                {action === null ? t('reports.open') : actionName(action)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const Restriction = ({
  restriction: { kind, until, reason },
}: {
  readonly restriction: NonNullable<ReportedUser['restriction']>;
}): JSX.Element => (
  <>
    {kind === 'mute' ? t('rooms.muted') : t('rooms.banned')} {until !== null && <Time iso={until} />}{' '}
    {reason !== null && <bdi>{reason}</bdi>}
  </>
);
