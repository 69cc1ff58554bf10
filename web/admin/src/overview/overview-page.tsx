import type { JSX } from 'preact';

import { fullTime, timeAgo } from '../../../src/design/times.js';
import { AnswerView } from '../app/answer-view.js';
import { Facts, Mark } from '../app/facts.js';
import type { Fact } from '../app/facts.js';
import { Heading } from '../app/heading.js';
import { Link } from '../app/link.js';
import { may } from '../app/me.js';
import { fileSize, numberText } from '../app/numbers.js';
import { useAnswer } from '../app/use-answer.js';
import { usePolling } from '../app/use-polling.js';
import { t } from '../languages/texts.js';
import type { HealthDetail, Overview } from './answers.js';
import { WarningList } from './warning-list.js';

const POLL_MS = 30_000;

/** What an administrator sees first: what needs attention, and the state of the deployment. */
export function OverviewPage(): JSX.Element {
  const answer = useAnswer<Overview>('overview/');
  usePolling(() => answer.reload(), POLL_MS, answer);
  return (
    <>
      <Heading title={t('overview.title')} />
      <AnswerView answer={answer}>{(overview) => <OverviewView overview={overview} />}</AnswerView>
    </>
  );
}

function OverviewView({ overview }: { readonly overview: Overview }): JSX.Element {
  const { reports, deployment, warnings } = overview;
  return (
    <>
      {reports.about_you > 0 && <ReportsAboutYou count={reports.about_you} />}
      {may('settings.manage') && <WarningList warnings={warnings} />}
      <section class="card" aria-label={t('overview.now')}>
        <h2>{t('overview.now')}</h2>
        <Facts
          facts={[
            [t('overview.openReports'), <Link to="reports">{numberText(reports.open)}</Link>],
            ...(deployment === null
              ? [[t('figures.deployment'), t('figures.counting')] as const]
              : ([
                  [t('overview.users'), numberText(deployment.users.total)],
                  [t('figures.usersActive'), numberText(deployment.users.active)],
                  [t('figures.usersOnline'), numberText(deployment.users.online)],
                  [t('overview.sessions'), numberText(deployment.sessions)],
                  [t('figures.messagesTotal'), numberText(deployment.messages)],
                ] as const)),
          ]}
        />
      </section>
      <section class="card" aria-label={t('overview.state')}>
        <h2>{t('overview.state')}</h2>
        <Facts facts={stateFacts(overview)} />
      </section>
    </>
  );
}

/** Never what they say, or who has reported. */
const ReportsAboutYou = ({ count }: { readonly count: number }): JSX.Element => (
  <section class="card warning" aria-label={t('overview.aboutYou', { count })}>
    <p class="row-title">{t('overview.aboutYou', { count })}</p>
    <p>{t('overview.aboutYouRemedy')}</p>
  </section>
);

function stateFacts({ version, health, disk, backup }: Overview): readonly Fact[] {
  const { database, redis, disk: diskHealth, ...others } = health.details;
  return [
    [t('overview.version'), version],
    [t('figures.databaseUp'), stateOf(database)],
    [t('figures.redisUp'), redis === undefined ? t('overview.notUsed') : stateOf(redis)],
    [
      t('overview.disk'),
      disk === null
        ? t('overview.diskElsewhere')
        : withMark(
            t('overview.diskFree', { free: fileSize(disk.free), size: fileSize(disk.size) }),
            diskHealth?.status === 'degraded',
          ),
    ],
    [t('overview.backup'), backupText(backup)],
    ...Object.entries(others).map(([name, detail]) => [name, stateOf(detail)] as const),
  ];
}

const withMark = (text: string, isBad: boolean): JSX.Element => (
  <>
    {text} {isBad && <Mark kind="bad">{t('overview.degraded')}</Mark>}
  </>
);

function stateOf(detail: HealthDetail | undefined): JSX.Element {
  const { status, message } = detail ?? { status: 'down' as const, message: undefined };
  const [kind, text] = (
    {
      up: ['good', t('overview.up')],
      degraded: ['warn', t('overview.degraded')],
      down: ['bad', t('overview.down')],
    } as const
  )[status];
  return (
    <>
      <Mark kind={kind}>{text}</Mark> {status !== 'up' && message}
    </>
  );
}

function backupText({ is_known: isKnown, at }: Overview['backup']): JSX.Element | string {
  if (!isKnown) return t('overview.backupUnknown');
  if (at === null) return t('overview.backupNever');
  return (
    <time dateTime={at} title={fullTime(at)}>
      {timeAgo(at, new Date())}
    </time>
  );
}
