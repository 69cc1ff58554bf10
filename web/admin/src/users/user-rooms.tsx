import type { JSX } from 'preact';

import { ItemList } from '../app/item-list.js';
import { useList } from '../app/use-list.js';
import { t } from '../languages/texts.js';
import { RoomRow } from '../rooms/room-row.js';
import type { RoomOfUser } from '../rooms/answers.js';
import { userPath } from './account.js';

export function UserRooms({ username }: { readonly username: string }): JSX.Element {
  const list = useList<RoomOfUser>(`${userPath(username)}rooms/`, 'rooms');
  return (
    <ItemList
      label={t('users.rooms')}
      list={list}
      keyOf={({ id }) => id}
      empty={t('users.noRooms')}
      row={(room) => <RoomRow room={room} role={room.role} />}
    />
  );
}
