import { makeValidator } from 'envalid';

import { lifetime, listOf, switchOnOff, wholeNumber, WrongValue } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** A type, all types of a kind, or the ending of a name. */
const FILE_TYPE = /^(?:[a-z0-9][\w!#$&^.+-]*\/(?:\*|[a-z0-9][\w!#$&^.+-]*)|(?:\.[\w+-]+)+)$/;

/** Types of files and endings of names, in lower case, separated by commas. */
const fileTypeList = makeValidator<string[]>((raw) => {
  const types = listOf(raw.toLowerCase()).filter((type) => type !== '');
  if (types.every((type) => FILE_TYPE.test(type))) return types;
  throw new WrongValue(
    'must be types such as application/zip or video/*, or endings such as .exe, separated by commas',
  );
});

/** The files of users. Sizes are in bytes. */
export abstract class UploadSettings {
  /** Of one file. */
  abstract readonly mostBytes: number;
  /** Of all files of one user. */
  abstract readonly quotaBytes: number;
  /** Uploads of one user whose bytes are not complete. */
  abstract readonly mostOpen: number;
  /** Types, or endings of names, of files that messages may not show (`types/mime-types.ts`). */
  abstract readonly blockedTypes: readonly string[];
  /** For which the address of a file is valid. */
  abstract readonly urlSeconds: number;
  /** Whether pictures keep what cameras wrote into them, such as the place. */
  abstract readonly keepImageMetadata: boolean;
}

export const uploadPart = settingsPart({
  token: UploadSettings,
  variables: {
    MAX_UPLOAD_BYTES: wholeNumber({ min: 1, max: 5_000_000_000 })({
      default: 26_214_400,
      desc: 'Maximum size of a file that a user uploads; a proxy in front must let requests of this size pass.',
    }),
    UPLOAD_QUOTA_BYTES: wholeNumber({ min: 0, max: 1_000_000_000_000_000 })({
      default: 1_073_741_824,
      desc: 'Bytes that all files of one user take together at most, each rounded up to 4 KiB; 0 refuses every file.',
    }),
    MAX_OPEN_UPLOADS: wholeNumber({ min: 1, max: 10_000 })({
      default: 100,
      desc: 'Maximum number of uploads of one user whose bytes are not complete; further ones are answered with 429.',
    }),
    UPLOAD_TYPES_BLOCKED: fileTypeList({
      default: [],
      desc: 'Files that nobody may send: types such as application/zip or video/*, and endings of names such as .exe; application/octet-stream is every type that the web client does not show.',
    }),
    FILE_URL_SECONDS: lifetime({
      default: 3_600,
      desc: 'How long the address of a file in a message can be read without a token: 900, 15m, 24h, 7d.',
    }),
    KEEP_IMAGE_METADATA: switchOnOff({
      default: false,
      desc: 'Keep what cameras write into pictures, such as the place where a picture was taken.',
    }),
  },
  settings: (values): UploadSettings => ({
    mostBytes: values.MAX_UPLOAD_BYTES,
    quotaBytes: values.UPLOAD_QUOTA_BYTES,
    mostOpen: values.MAX_OPEN_UPLOADS,
    blockedTypes: values.UPLOAD_TYPES_BLOCKED,
    urlSeconds: values.FILE_URL_SECONDS,
    keepImageMetadata: values.KEEP_IMAGE_METADATA,
  }),
  clientLimits: (settings) => ({
    max_upload_bytes: settings.mostBytes,
    upload_quota_bytes: settings.quotaBytes,
  }),
});
