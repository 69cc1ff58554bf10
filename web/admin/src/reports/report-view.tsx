import type { Report, ReportAction, ReportResolution } from '@parley/protocol';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Button } from '../../../src/design/button.js';
import { timeAgo } from '../../../src/design/times.js';
import { toast } from '../../../src/design/toasts.js';
import { post } from '../api.js';
import { Mark, Time } from '../app/facts.js';
import { RoomLink, UserLink } from '../app/link.js';
import { t } from '../languages/texts.js';
import { reasonName } from './reason-name.js';
import { ReportContext } from './report-context.js';
import type { ReportList } from './report-list.js';
import { actionName } from './resolution.js';
import { ResolutionForm } from './resolution-form.js';
import { SeenView } from './seen-view.js';

/** The actions that a report permits: of a user there is no message and no room. */
const actionsOn = ({ message_id: messageId, room_id: roomId }: Report): readonly ReportAction[] => [
  'dismiss',
  ...(messageId === null ? [] : (['delete_message'] as const)),
  ...(roomId === null ? [] : (['mute', 'ban'] as const)),
  'deactivate',
];

interface ReportViewProps {
  readonly report: Report;
  readonly list: ReportList;
  readonly mayResolve: boolean;
}

/** A report: what was seen, about whom, and where, with the actions on it. */
export function ReportView({ report, list, mayResolve }: ReportViewProps): JSX.Element {
  const { report_id: id, user, seen, comment, resolution } = report;
  const mayAct = mayResolve && resolution === null && !list.gone.value.has(id);
  return (
    <article class="report" aria-label={t('reports.about', { name: user.username })}>
      <ReportHead report={report} list={list} mayAct={mayAct} />
      {seen && <SeenView seen={seen} />}
      {comment !== null && (
        <p class="description">
          <span class="muted">{t('reports.comment')}</span> <bdi>{comment}</bdi>
        </p>
      )}
      <Context id={id} />
      {resolution && <ResolutionView resolution={resolution} />}
      {mayAct && (
        <ResolutionForm
          label={t('reports.resolve', { name: user.username })}
          actions={actionsOn(report)}
          onResolve={async (chosen) => {
            await post(`reports/${id}/resolve/`, chosen);
            list.drop(new Set([id]));
            toast(t('reports.resolvedWith', { action: actionName(chosen.action) }));
          }}
        />
      )}
    </article>
  );
}

interface ReportHeadProps extends Omit<ReportViewProps, 'mayResolve'> {
  readonly mayAct: boolean;
}

/** A OneToOneChat has no name. */
const roomNameIn = (seen: Report['seen']): string => {
  const { name = null } = seen?.room ?? {};
  return name === null || name === '' ? t('reports.chat') : name;
};

function ReportHead({ report, list, mayAct }: ReportHeadProps): JSX.Element {
  const { report_id: id, user, reporter, room_id: roomId, seen, created_at: at } = report;
  return (
    <header class="report-head">
      {mayAct && (
        <input
          type="checkbox"
          class="report-select"
          aria-label={t('reports.select', { name: user.username })}
          checked={list.selected.value.has(id)}
          onChange={({ currentTarget: { checked } }) => list.select(id, checked)}
        />
      )}
      <p class="row-title">
        <UserLink username={user.username} /> <Mark kind="warn">{reasonName(report.reason)}</Mark>{' '}
        {list.gone.value.has(id) && <Mark>{t('reports.gone')}</Mark>}
      </p>
      <p class="row-note">
        <time dateTime={at}>{timeAgo(at, new Date())}</time>
        {reporter && (
          <>
            {' · '}
            {t('reports.reporter')} <UserLink username={reporter.username} />
          </>
        )}
        {roomId !== null && (
          <>
            {' · '}
            <RoomLink id={roomId} name={roomNameIn(seen)} />
          </>
        )}
      </p>
    </header>
  );
}

/** Shows the context of the user on demand. */
function Context({ id }: { readonly id: string }): JSX.Element {
  const isShown = useSignal(false);
  return (
    <>
      <Button aria-expanded={isShown.value} onClick={() => (isShown.value = !isShown.value)}>
        {t('reports.context')}
      </Button>
      {isShown.value && <ReportContext id={id} />}
    </>
  );
}

function ResolutionView({ resolution }: { readonly resolution: ReportResolution }): JSX.Element {
  const { action, note, at, by } = resolution;
  return (
    <div class="resolved">
      <p>
        <Mark kind="good">{actionName(action)}</Mark> <Time iso={at} />{' '}
        {by ? <UserLink username={by.username} /> : t('reports.byOperator')}
      </p>
      {note !== null && (
        <p class="description">
          <bdi>{note}</bdi>
        </p>
      )}
    </div>
  );
}
