import type { RoomListEntry } from '@parley/client';
import type { ReactNode } from 'react';

import { useRooms } from '../react-hooks.js';
import { titleOf } from '../state/room-title.js';
import type { Styling } from './styling.js';

export interface RoomListProps extends Styling {
  /** The id of the room that is shown. */
  readonly selected?: string | undefined;
  readonly onSelect: (roomId: string) => void;
  /** Which rooms are listed. Default: those that are not archived. */
  readonly filter?: (room: RoomListEntry) => boolean;
  /** Renders a room. Default: its title, and the number of unread messages. */
  readonly children?: (room: RoomListEntry) => ReactNode;
  /** The name of the list for assistive technology. Default: `Rooms`. */
  readonly label?: string;
  readonly deletedUser?: string;
  /** The number of unread messages for assistive technology. Default: `3 unread`. */
  readonly unreadText?: (count: number) => string;
}

const isCurrent = ({ archived }: RoomListEntry): boolean => !archived;
const inEnglish = (count: number): string => `${String(count)} unread`;

/** The rooms of the user, the latest activity first. */
export function RoomList(props: RoomListProps): ReactNode {
  const { selected, onSelect, filter = isCurrent, children, label = 'Rooms', className } = props;
  const { rooms, isLoaded } = useRooms();
  return (
    <nav className={className} aria-label={label} aria-busy={!isLoaded} data-parley-rooms="">
      <ul>
        {rooms.filter(filter).map((room) => (
          <li key={room.id} data-parley-room={room.id} data-parley-unread={room.unread_count > 0 ? '' : undefined}>
            <button
              type="button"
              aria-current={room.id === selected ? 'true' : undefined}
              onClick={() => onSelect(room.id)}
            >
              {children ? children(room) : <RoomTitle room={room} {...props} />}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type RoomTitleProps = Pick<RoomListProps, 'deletedUser' | 'unreadText'> & { readonly room: RoomListEntry };

function RoomTitle({ room, deletedUser, unreadText = inEnglish }: RoomTitleProps): ReactNode {
  const { unread_count: unread } = room;
  return (
    <>
      <span dir="auto" data-parley-title="">
        {titleOf(room, deletedUser)}
      </span>{' '}
      {unread > 0 && <span data-parley-unread-count={unread}>{unreadText(unread)}</span>}
    </>
  );
}
