import type { JSX } from 'preact';

import { AnswerView } from '../app/answer-view.js';
import { Heading } from '../app/heading.js';
import type { ItemAddress } from '../app/item-address.js';
import { may } from '../app/me.js';
import { Tabs } from '../app/tabs.js';
import { useAnswer } from '../app/use-answer.js';
import { EntryList } from '../audit/entry-list.js';
import { t } from '../languages/texts.js';
import type { RoomDetail } from './answers.js';
import { LogCheck } from './log-check.js';
import { MemberList } from './member-list.js';
import { RestrictionList } from './restriction-list.js';
import { RoomActs } from './room-acts.js';
import { roomName } from './room-names.js';
import { RoomSettings } from './room-settings.js';

export function RoomPage({ id, view }: ItemAddress): JSX.Element {
  const answer = useAnswer<RoomDetail>(`rooms/${encodeURIComponent(id)}/`);
  const home = `rooms/${id}`;
  const tabs = [
    [home, t('rooms.settings')],
    [`${home}/members`, t('rooms.members')],
    [`${home}/restrictions`, t('rooms.restrictions')],
    [`${home}/log`, t('rooms.log')],
    ...(may('audit.read') ? ([[`${home}/audit`, t('audit.title')]] as const) : []),
  ] as const;
  const room = answer.value.value;
  return (
    <>
      <Heading title={room === null ? id : roomName(room)} />
      <Tabs label={t('rooms.views')} tabs={tabs} current={view === '' ? home : `${home}/${view}`} />
      <AnswerView answer={answer}>
        {(shown) => <RoomView room={shown} view={view} onChange={answer.reload} />}
      </AnswerView>
    </>
  );
}

interface RoomViewProps {
  readonly room: RoomDetail;
  readonly view: string;
  readonly onChange: () => Promise<void>;
}

function RoomView({ room, view, onChange }: RoomViewProps): JSX.Element {
  switch (view) {
    case 'members':
      return <MemberList room={room} />;
    case 'restrictions':
      return <RestrictionList room={room} />;
    case 'log':
      return <LogCheck room={room} />;
    case 'audit':
      return <EntryList filters={{ room_id: room.id }} />;
    default:
      return (
        <>
          <RoomSettings room={room} />
          {may('rooms.manage') && <RoomActs room={room} onChange={onChange} />}
        </>
      );
  }
}
