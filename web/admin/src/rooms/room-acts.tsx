import type { JSX } from 'preact';

import { toast } from '../../../src/design/toasts.js';
import { post, remove } from '../api.js';
import { AnswerView } from '../app/answer-view.js';
import { Facts } from '../app/facts.js';
import { FormButton } from '../app/form-button.js';
import { numberText } from '../app/numbers.js';
import { go } from '../app/router.js';
import { useAnswer } from '../app/use-answer.js';
import { t } from '../languages/texts.js';
import type { RoomDetail } from './answers.js';
import { MemberActs } from './member-acts.js';
import { roomName } from './room-names.js';

interface RoomActsProps {
  readonly room: RoomDetail;
  readonly onChange: () => Promise<void>;
}

/** What an administrator does with a room. */
export function RoomActs({ room, onChange }: RoomActsProps): JSX.Element {
  const at = `rooms/${room.id}/`;
  const then = async (change: Promise<unknown>): Promise<void> => {
    await change;
    toast(t('app.done'));
    await onChange();
  };
  return (
    <section class="card" aria-label={t('rooms.acts')}>
      <h2>{t('rooms.acts')}</h2>
      <div class="acts">
        {room.type !== 'OneToOneChat' && <MemberActs room={room} then={then} />}
        {room.held_at === null ? (
          <FormButton
            label={t('rooms.hold')}
            form={{
              title: t('rooms.hold'),
              verb: t('rooms.hold'),
              intro: t('rooms.holdEffect'),
              fields: [{ name: 'reason', label: t('rooms.reason'), kind: 'text' }],
              onSubmit: (body) => then(post(`${at}hold/`, body)),
            }}
          />
        ) : (
          <FormButton
            label={t('rooms.release')}
            form={{
              title: t('rooms.release'),
              verb: t('rooms.release'),
              intro: t('rooms.releaseEffect'),
              fields: [],
              onSubmit: () => then(post(`${at}release/`)),
            }}
          />
        )}
        <FormButton
          label={t('rooms.setRetention')}
          form={{
            title: t('rooms.setRetention'),
            verb: t('app.save'),
            fields: [
              {
                name: 'days',
                label: t('rooms.days'),
                kind: 'number',
                hint: t('rooms.daysHint'),
                initial: room.retention_days === null ? '' : String(room.retention_days),
              },
            ],
            onSubmit: ({ days = null }) => then(post(`${at}retention/`, { days })),
          }}
        />
        <DeleteButton room={room} />
      </div>
    </section>
  );
}

function DeleteButton({ room }: { readonly room: RoomDetail }): JSX.Element {
  const text = roomName(room);
  return (
    <FormButton
      kind="danger"
      label={t('rooms.delete')}
      form={{
        title: t('rooms.delete'),
        verb: t('rooms.delete'),
        isDangerous: true,
        intro: <Deletion room={room} />,
        typed: { name: 'typed', text },
        fields: [{ name: 'typed', label: t('rooms.typeName', { name: text }), kind: 'text', isRequired: true }],
        onSubmit: async () => {
          await remove(`rooms/${room.id}/`);
          toast(t('rooms.deleted', { name: text }));
          go('rooms');
        },
      }}
    />
  );
}

/** The number of rows that a deletion would delete. */
function Deletion({ room }: { readonly room: RoomDetail }): JSX.Element {
  const answer = useAnswer<{ readonly messages: number; readonly members: number }>(`rooms/${room.id}/deletion/`);
  return (
    <>
      <p>{t('rooms.deleteEffect')}</p>
      <AnswerView answer={answer}>
        {({ messages, members }) => (
          <Facts
            facts={[
              [t('rooms.messages'), numberText(messages)],
              [t('rooms.members'), numberText(members)],
            ]}
          />
        )}
      </AnswerView>
    </>
  );
}
