import type { Session } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { useLoad } from '../chat/use-load.js';
import { Button } from '../design/button.js';
import { ConfirmDialog } from '../design/confirm-dialog.js';
import { fullTime, shortTime, timeAgo } from '../design/times.js';
import { attempt } from '../errors.js';
import { locale, t } from '../languages/translate.js';
import { deviceName } from './device-name.js';

/** The action to be confirmed: the end of one session, or of all other sessions. */
type Question = Session | 'others';

const isOther = ({ id, current }: Session): boolean => id !== null && !current;

/** The user's own log-ins. Each can be ended. */
export function SessionsSection(): JSX.Element {
  const chat = useChat();
  const sessions = useSignal<readonly Session[]>([]);
  const question = useSignal<Question | null>(null);
  const read = async (): Promise<void> => {
    sessions.value = await chat.sessions.list();
  };
  useLoad(read);

  const end = (ended: readonly Session[]): void => {
    if (ended.some(({ current }) => current)) {
      void chat.logOut();
      return;
    }
    // A session that has ended meanwhile is one less to end.
    void attempt(async () => {
      const results = await Promise.allSettled(ended.map(({ id }) => chat.sessions.close(id ?? '')));
      await read();
      const left = results.filter(({ status }, at) => status === 'rejected' && isListed(sessions.value, ended[at]));
      if (left[0]?.status === 'rejected') throw left[0].reason;
    });
  };

  const asked = question.value;
  return (
    <section class="settings-section" aria-label={t('settings.sessions')}>
      <h3>{t('settings.sessions')}</h3>
      <ul class="members">
        {sessions.value.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => (question.value = session)} />
        ))}
      </ul>
      {sessions.value.some(isOther) && (
        <div class="settings-end session-end">
          <Button kind="danger" onClick={() => (question.value = 'others')}>
            {t('settings.logOutOthers')}
          </Button>
        </div>
      )}
      {asked !== null && (
        <ConfirmDialog
          {...textOf(asked)}
          verb={t('settings.logOut')}
          onConfirm={() => end(asked === 'others' ? sessions.value.filter(isOther) : [asked])}
          onClose={() => (question.value = null)}
        />
      )}
    </section>
  );
}

const isListed = (sessions: readonly Session[], session: Session | undefined): boolean =>
  sessions.some(({ id }) => id === session?.id);

function textOf(question: Question): { readonly title: string; readonly question: string } {
  if (question === 'others') {
    return { title: t('settings.logOutOthers'), question: t('settings.logOutOthersEffect') };
  }
  return { title: logOutText(question), question: t('settings.logOutDeviceEffect') };
}

const logOutText = ({ current, device }: Session): string =>
  current ? t('settings.logOutThisDevice') : t('settings.logOutDevice', { device: deviceName(device) });

function SessionRow({ session, onEnd }: { readonly session: Session; readonly onEnd: () => void }): JSX.Element {
  const { id, device, address, since, active, current } = session;
  const name = id === null ? t('settings.otherServiceTokens') : deviceName(device);
  const now = new Date();
  const details = [
    ...(address === null ? [] : [address]),
    ...(since === null ? [] : [t('settings.sinceTime', { time: shortTime(since, now) })]),
    ...(active === null ? [] : [t('settings.activeTime', { time: timeAgo(active, now) })]),
  ];
  return (
    <li class="member">
      <p class="member-name">
        <bdi title={device ?? undefined}>{name}</bdi> {current && <span class="role">{t('settings.thisDevice')}</span>}
        <span
          class="session-details"
          title={since === null ? undefined : t('settings.sinceFullTime', { time: fullTime(since) })}
        >
          {new Intl.ListFormat(locale.value, { type: 'unit' }).format(details)}
        </span>
      </p>
      {id !== null && (
        <Button onClick={onEnd} aria-label={logOutText(session)}>
          {t('settings.logOut')}
        </Button>
      )}
    </li>
  );
}
