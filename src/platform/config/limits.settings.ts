import { wholeNumber } from './parsers.js';
import { settingsPart } from './settings-part.js';

/** The upper bound of MAX_BULK_IDS. */
export const LARGEST_BULK = 10_000;
/** The maximum size in a frame of what one of these ids names: a short message is the largest. Bytes of JSON. */
export const BULK_ENTRY_BYTES = 4_096;

/** How many of them fit in an answer of this size, beside its envelope. */
const bulkEntriesIn = (answerBytes: number): number => Math.floor(answerBytes / BULK_ENTRY_BYTES) - 1;

/** Limits that belong to no feature: several features without a common one below them keep to each of them. */
export abstract class Limits {
  /** In code points. */
  abstract readonly contentLength: number;
  /** Of preferences, metadata and custom. */
  abstract readonly jsonBytes: number;
  /** Of a frame with a list. */
  abstract readonly answerBytes: number;
  /** The maximum number of ids in one event. */
  abstract readonly bulkIds: number;
}

export const limitsPart = settingsPart({
  token: Limits,
  variables: {
    MAX_CONTENT_LENGTH: wholeNumber({ min: 1, max: 1_000_000 })({
      default: 10_000,
      desc: 'Maximum number of characters of a message.',
    }),
    MAX_JSON_BYTES: wholeNumber({ min: 2, max: 1_048_576 })({
      default: 8_192,
      desc: 'Maximum number of bytes of preferences, metadata or custom.',
    }),
    MAX_ANSWER_BYTES: wholeNumber({ min: 65_536, max: 67_108_864 })({
      default: 1_048_576,
      desc: 'Bytes of a list in one answer, and of the first frame; a longer list is cut and continues with its cursor.',
    }),
    MAX_BULK_IDS: wholeNumber({ min: 1, max: LARGEST_BULK })({
      default: 100,
      desc: 'Maximum number of messages, notifications or users that one event names; at most one for 4 KiB of MAX_ANSWER_BYTES.',
    }),
  },
  settings: (values): Limits => ({
    contentLength: values.MAX_CONTENT_LENGTH,
    jsonBytes: values.MAX_JSON_BYTES,
    answerBytes: values.MAX_ANSWER_BYTES,
    bulkIds: Math.min(values.MAX_BULK_IDS, bulkEntriesIn(values.MAX_ANSWER_BYTES)),
  }),
  clientLimits: (limits) => ({
    max_content_length: limits.contentLength,
    max_json_bytes: limits.jsonBytes,
    max_answer_bytes: limits.answerBytes,
    max_bulk_ids: limits.bulkIds,
  }),
});
