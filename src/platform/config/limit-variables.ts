import { wholeNumber } from './parsers.js';

/** The upper bound of MAX_BULK_IDS. */
export const LARGEST_BULK = 10_000;
/** The upper bound of MAX_MENTIONS. */
export const LARGEST_MENTIONS = 100;
/** The maximum size in a frame of what one of these ids names: a short message is the largest. Bytes of JSON. */
export const BULK_ENTRY_BYTES = 4_096;

/** How many of them fit in an answer of this size, beside its envelope. */
export const bulkEntriesIn = (answerBytes: number): number => Math.floor(answerBytes / BULK_ENTRY_BYTES) - 1;

/** The variables of limits, as a part of the table of all variables. */
export const limitVariables = {
  MAX_FRAME_BYTES: wholeNumber({ min: 1_024, max: 16_777_216 })({
    default: 65_536,
    desc: 'Maximum size of a frame; a larger one closes its connection with 1009.',
  }),
  MAX_CONTENT_LENGTH: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 10_000,
    desc: 'Maximum number of characters of a message.',
  }),
  MAX_JSON_BYTES: wholeNumber({ min: 2, max: 1_048_576 })({
    default: 8_192,
    desc: 'Maximum number of bytes of preferences, metadata or custom.',
  }),
  MAX_ATTACHMENTS: wholeNumber({ min: 0, max: 1_000 })({
    default: 10,
    desc: 'Maximum number of attachments of a message.',
  }),
  MAX_MENTIONS: wholeNumber({ min: 0, max: LARGEST_MENTIONS })({
    default: 50,
    desc: 'Maximum number of users that a message mentions.',
  }),
  MAX_ROOM_MENTION: wholeNumber({ min: 0, max: 100_000 })({
    default: 100,
    desc: 'Members of a GroupChat up to which each of them may mention the whole room; in a larger one only admins may.',
  }),
  MAX_PINS: wholeNumber({ min: 1, max: 10_000 })({
    default: 100,
    desc: 'Maximum number of pinned messages of a room; a further one is refused with 4005.',
  }),
  MAX_SAVED: wholeNumber({ min: 1, max: 100_000 })({
    default: 1_000,
    desc: 'Maximum number of saved messages of one user; further ones are refused with 4005.',
  }),
  MAX_BLOCKS: wholeNumber({ min: 1, max: 10_000 })({
    default: 1_000,
    desc: 'Maximum number of users that one user blocks; further ones are refused with 4005.',
  }),
  MAX_DRAFTS: wholeNumber({ min: 1, max: 10_000 })({
    default: 200,
    desc: 'Maximum number of drafts of one user; further ones are refused with 4005.',
  }),
  MAX_SCHEDULED: wholeNumber({ min: 1, max: 10_000 })({
    default: 100,
    desc: 'Maximum number of scheduled messages of one user; further ones are refused with 4005.',
  }),
  SCHEDULE_MIN_SECONDS: wholeNumber({ min: 0, max: 86_400 })({
    default: 60,
    desc: 'Seconds that a scheduled message is at least ahead; an earlier time is refused with 4003.',
  }),
  MAX_BULK_IDS: wholeNumber({ min: 1, max: LARGEST_BULK })({
    default: 100,
    desc: 'Maximum number of messages, notifications or users that one event names; at most one for 4 KiB of MAX_ANSWER_BYTES.',
  }),
  STRANGERS_PER_HOUR: wholeNumber({ min: 0, max: 10_000 })({
    default: 50,
    desc: 'Strangers (without a common room) that a user may add to rooms, invite, start a chat with, restrict, block or report in an hour; more are refused with 4029; 0 is no limit.',
  }),
  MAX_INVITATIONS_PER_ROOM: wholeNumber({ min: 1, max: 100_000 })({
    default: 1_000,
    desc: 'Maximum number of pending invitations to one room; further ones are refused with 4005.',
  }),
  MAX_INVITATIONS_PER_USER: wholeNumber({ min: 1, max: 10_000 })({
    default: 100,
    desc: 'Maximum number of pending invitations of one user; further ones are refused with 4005.',
  }),
  MAX_SEARCH_WORDS: wholeNumber({ min: 1, max: 100 })({
    default: 8,
    desc: 'Maximum number of words of a search.',
  }),
  SEARCH_SECONDS: wholeNumber({ min: 1, max: 10 })({
    default: 2,
    desc: 'Seconds after which a search is ended and refused with 4003.',
  }),
  SEARCH_WAIT_SECONDS: wholeNumber({ min: 1, max: 60 })({
    default: 5,
    desc: 'Seconds that a search may wait for others before it is refused with 4029.',
  }),
  EVENTS_PER_SECOND: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 50,
    desc: 'Average rate of events of one connection; more are refused with 4029.',
  }),
  EVENTS_BURST: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 100,
    desc: 'Events of one connection at once, after a quiet time.',
  }),
  EVENTS_PER_SECOND_PER_USER: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 100,
    desc: 'Average rate of events of one user on all connections and nodes; room.create and message.search count as 10, room.list, user.update, user.search, channel.search and pages of session.sync as 5, and each 8 KiB of a frame as 1 more; over HTTP, the creation and the check of an upload count as 5, other requests for files as 1; more are refused with 4029, or 429.',
  }),
  EVENTS_BURST_PER_USER: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 200,
    desc: 'Events of one user at once, after a quiet time.',
  }),
  STORED_BYTES_PER_DAY: wholeNumber({ min: 1_048_576, max: Number.MAX_SAFE_INTEGER })({
    default: 209_715_200,
    desc: 'Bytes of the events of one user that store something: so many at once, refilled within a day; more are refused with 4029.',
  }),
  MEMBERSHIPS_PER_USER: wholeNumber({ min: 1, max: 10_000 })({
    default: 2_000,
    desc: 'Maximum number of rooms of one user; a further one is refused with 4029.',
  }),
  CONNECTIONS_PER_USER: wholeNumber({ min: 1, max: 100_000 })({
    default: 20,
    desc: 'Maximum number of open connections of one user, on all nodes together; a further one is closed with 4009.',
  }),
  MAX_ANSWER_BYTES: wholeNumber({ min: 65_536, max: 67_108_864 })({
    default: 1_048_576,
    desc: 'Bytes of a list in one answer, and of the first frame; a longer list is cut and continues with its cursor.',
  }),
  MAX_UNSENT_BYTES: wholeNumber({ min: 65_536, max: 1_073_741_824 })({
    default: 1_048_576,
    desc: 'Bytes that may wait for one connection to read them, besides the largest frame; beyond them it is closed with 4008.',
  }),
  MAX_UNSENT_BYTES_PER_USER: wholeNumber({ min: 65_536, max: 1_073_741_824 })({
    default: 8_388_608,
    desc: 'The same for all connections of one user to one node together, at least MAX_UNSENT_BYTES; beyond them the one with the most is closed with 4008.',
  }),
  STALLED_READER_SECONDS: wholeNumber({ min: 1, max: 3_600 })({
    default: 60,
    desc: 'Seconds in which a connection takes none of the bytes that wait for it; after them it is closed with 4008.',
  }),
  STALLED_ANSWER_SECONDS: wholeNumber({ min: 1, max: 3_600 })({
    default: 30,
    desc: 'Seconds in which an HTTP connection takes none of the bytes of a waiting answer; after them it is cut.',
  }),
  MAX_PIPELINED_REQUESTS: wholeNumber({ min: 1, max: 10_000 })({
    default: 32,
    desc: 'HTTP requests of one connection that may wait for the answer before them; with more the connection is cut.',
  }),
  HANDSHAKES_PER_SECOND: wholeNumber({ min: 1, max: 1_000_000 })({
    default: 100,
    desc: 'Rate of handshakes from one address to one node; more are answered with 429.',
  }),
  PASSWORD_MIN_LENGTH: wholeNumber({ min: 1, max: 128 })({
    default: 8,
    desc: 'Minimum number of characters of a password where one is set; present passwords stay valid.',
  }),
  MAX_NOTIFICATIONS_PER_ROOM: wholeNumber({ min: 1, max: 1_000 })({
    default: 50,
    desc: 'Maximum number of pending notifications of one room in the first frame.',
  }),
  MAX_NOTIFICATIONS: wholeNumber({ min: 1, max: 10_000 })({
    default: 500,
    desc: 'Maximum number of pending notifications in the first frame.',
  }),
};
