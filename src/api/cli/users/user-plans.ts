import type { UserHoldings } from '../../../features/personal-data/user-holdings.repository.js';
import { counted, sizeText } from '../support/quantities.js';
import type { Plan } from '../support/destructive-command.js';
import { printable } from '../support/table.js';

/** The data that a deletion removes. Messages in rooms that continue stay. */
export const deletionPlan = (holdings: UserHoldings): Plan => ({
  document: holdings,
  text: [
    ...inRooms(holdings),
    `${counted(holdings.messages_elsewhere, 'message')} of the user in other rooms: stay, under a placeholder.`,
    `${filesOf(holdings)}: deleted, but for those of messages that stay.`,
  ].join('\n'),
  question: `Delete the user ${holdings.username}?`,
});

/** The data that an erasure removes. */
export const erasurePlan = (holdings: UserHoldings): Plan => ({
  document: holdings,
  text: [
    ...inRooms(holdings),
    `${counted(holdings.messages_elsewhere, 'message')} of the user in other rooms: deleted.`,
    `${filesOf(holdings)}: deleted.`,
  ].join('\n'),
  question: `Delete the user ${holdings.username} with every message of the user?`,
});

const filesOf = ({ files, file_bytes }: UserHoldings): string =>
  `${counted(files, 'file')} of the user (${sizeText(file_bytes)})`;

function inRooms({ id, username, first_name, last_name, ...counts }: UserHoldings): string[] {
  const name = printable(`${first_name} ${last_name}`.trim());
  const { rooms_deleted: deleted, messages_in_rooms_deleted: messages, rooms_left: left } = counts;
  return [
    `The user ${username} (${[String(id), ...(name === '' ? [] : [name])].join(', ')})`,
    `${counted(deleted, 'room')} (one-to-one chats, rooms without others): deleted, with ${counted(messages, 'message')}.`,
    `${counted(left, 'room')} with other members: left.`,
  ];
}
