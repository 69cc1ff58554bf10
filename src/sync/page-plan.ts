/** The rooms that a client has, and the number up to which it has everything of each. */
export type Positions = ReadonlyMap<string, number>;

/** A room of the user's, as one snapshot has it. */
export interface Standing {
  readonly roomId: string;
  /** The room's latest number. */
  readonly lastSeq: number;
  /** The number under which the room's own data last changed. */
  readonly changeSeq: number;
  /** How many members are listed where members are. */
  readonly members: number;
}

/** What a page tells of a room. */
export interface RoomPart extends Standing {
  /** What has changed above this number is told. Undefined: the room is told anew, with its newest messages. */
  readonly after: number | undefined;
  /** Whether the client has the room, in a state from which the difference cannot be told. */
  readonly lost: boolean;
  /** Whoever has taken this in has everything up to this number. */
  readonly upTo: number;
}

/** Of a room that is told anew. */
export const NEWEST_MESSAGES = 50;
/** Messages of a page; those of one part of one room may be a few more. */
export const MESSAGES_A_PAGE = 200;
export const ROOMS_A_PAGE = 200;
/** Members that the rooms of a page list, unless it is one room alone. */
const PEOPLE_A_PAGE = 5_000;
/** Whoever is further behind takes the room anew. */
const FURTHEST_BEHIND = 1_000;

/**
 * What of the rooms goes on one page, in their order. What is behind is bounded by its numbers, so nothing needs to be
 * counted; a number stands for one message, or for what little was changed together.
 *
 * The last of them may be a part of what there is to tell of its room. There is always one at least.
 */
export function planned(standings: readonly Standing[], positions: Positions): RoomPart[] {
  const parts: RoomPart[] = [];
  let messages = MESSAGES_A_PAGE;
  let people = PEOPLE_A_PAGE;
  for (const standing of standings) {
    const part = partOf(standing, positions.get(standing.roomId), messages);
    const behind = messagesOf(part);
    if (parts.length > 0 && (behind > messages || peopleOf(part) > people || tellsNothing(part))) break;
    parts.push(part);
    if (!isWhole(part)) break;
    messages -= behind;
    people -= peopleOf(part);
  }
  return parts;
}

/** Whether nothing of the room is left to tell after this. */
export const isWhole = ({ lastSeq, upTo }: RoomPart): boolean => upTo === lastSeq;

/** Whether the room's own data are told: where they have changed, with the number under which they did. */
export const tellsRoom = ({ after, upTo, changeSeq }: RoomPart): boolean =>
  after === undefined || (changeSeq > after && changeSeq <= upTo);

/** The numbers of which a part tells what stands under them. */
export const numbersOf = ({ after, upTo }: RoomPart): number[] =>
  after === undefined ? [] : Array.from({ length: upTo - after }, (_, at) => after + 1 + at);

/** The parts up to where this number of this room begins. */
export function cutBefore(roomId: string, number: number, parts: readonly RoomPart[]): RoomPart[] {
  const at = parts.findIndex((part) => part.roomId === roomId);
  return parts.slice(0, at + 1).map((part, index) => (index === at ? { ...part, upTo: number - 1 } : part));
}

function partOf(standing: Standing, position: number | undefined, mostNumbers: number): RoomPart {
  const { lastSeq } = standing;
  const lost = position !== undefined && (position > lastSeq || position < lastSeq - FURTHEST_BEHIND);
  if (position === undefined || lost) return { ...standing, after: undefined, lost, upTo: lastSeq };
  return { ...standing, after: position, lost, upTo: Math.min(lastSeq, position + mostNumbers) };
}

const messagesOf = ({ after, upTo }: RoomPart): number =>
  after === undefined ? Math.min(NEWEST_MESSAGES, upTo) : upTo - after;

const peopleOf = (part: RoomPart): number => (isWhole(part) ? part.members : 0) + (tellsRoom(part) ? part.members : 0);

const tellsNothing = (part: RoomPart): boolean => part.upTo === part.after && !isWhole(part);
