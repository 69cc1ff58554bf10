import type { Session } from '@parley/protocol';
import type { JSX } from 'preact';

import { timeAgo } from '../../../src/design/times.js';
import { toast } from '../../../src/design/toasts.js';
import { deviceName } from '../../../src/settings/device-name.js';
import { post, remove } from '../api.js';
import { AnswerView } from '../app/answer-view.js';
import { Facts, Time } from '../app/facts.js';
import { FormButton } from '../app/form-button.js';
import { mayOn } from '../app/me.js';
import { useAnswer } from '../app/use-answer.js';
import { t } from '../languages/texts.js';
import { userPath } from './account.js';
import type { Account, SessionsOfUser } from './answers.js';

/** The log-ins and connections of a user, which can be ended. */
export function UserSessions({ account }: { readonly account: Account }): JSX.Element {
  const at = userPath(account.username);
  const answer = useAnswer<SessionsOfUser>(`${at}sessions/`);
  return (
    <section class="card" aria-label={t('users.sessions')}>
      {mayOn('users.log_out', account) && (
        <div class="acts">
          <FormButton
            label={t('users.closeConnections')}
            form={{
              title: t('users.closeConnections'),
              verb: t('users.closeConnections'),
              fields: [],
              intro: t('users.closeEffect'),
              onSubmit: async () => {
                const { closed } = await remove<{ readonly closed: number }>(`${at}sessions/`);
                toast(t('users.closed', { count: closed }));
                await answer.reload();
              },
            }}
          />
          <FormButton
            kind="danger"
            label={t('users.revokeTokens')}
            form={{
              title: t('users.revokeTokens'),
              verb: t('users.revokeTokens'),
              fields: [],
              isDangerous: true,
              intro: t('users.revokeEffect'),
              onSubmit: async () => {
                await post(`${at}revoke-tokens/`);
                toast(t('app.done'));
                await answer.reload();
              },
            }}
          />
        </div>
      )}
      <AnswerView answer={answer}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <p class="muted">{t('users.noSessions')}</p>
          ) : (
            <ul class="rows" aria-label={t('users.sessions')}>
              {sessions.map((session) => (
                <li key={session.id} class="row">
                  <SessionRow session={session} />
                </li>
              ))}
            </ul>
          )
        }
      </AnswerView>
    </section>
  );
}

function SessionRow({ session }: { readonly session: Session }): JSX.Element {
  const { id, device, address, since, active, connections } = session;
  return (
    <>
      <p class="row-title" title={device ?? undefined}>
        {id === null ? t('users.otherTokens') : <bdi>{deviceName(device)}</bdi>}
      </p>
      <Facts
        facts={[
          [t('users.address'), address],
          [t('users.logInSince'), since === null ? null : <Time iso={since} />],
          [t('users.lastActive'), active === null ? null : timeAgo(active, new Date())],
          [t('users.connections'), String(connections.length)],
        ]}
      />
    </>
  );
}
