import type { CleanedEnv } from 'envalid';
import { makeValidator } from 'envalid';

import { switchOnOff, text, url, WrongValue } from '../../../platform/config/parsers.js';
import { settingsPart } from '../../../platform/config/settings-part.js';
import { platformVariables } from '../../../platform/config/variables.js';

/** An S3-compatible store, whose secret is never logged. */
export interface S3Settings {
  /** Undefined: that of AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is in the path of a URL, and not in its host name. */
  readonly forcePathStyle: boolean;
  /** Without slashes at its ends. Empty: none. */
  readonly prefix: string;
}

const bucketName = makeValidator<string>((raw) => {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(raw)) {
    throw new WrongValue('must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens');
  }
  return raw;
});

/** Names of folders, separated by slashes, without the first and the last slash. */
const folderName = makeValidator<string>((raw) => {
  const name = raw.replace(/^\/|\/$/g, '');
  if (!/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}(\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}){0,4}$/.test(name)) {
    throw new WrongValue('must be a name such as chat or chat/files');
  }
  return name;
});

/** The store of the bytes of files. */
export abstract class StoreSettings {
  /** Undefined: they are in the data folder. */
  abstract readonly s3: S3Settings | undefined;
}

const variables = {
  STORAGE: platformVariables.STORAGE,
  S3_ENDPOINT: url(['https:', 'http:'], { credentials: false })({
    default: undefined,
    desc: 'URL of the S3-compatible store, which clients reach too, because they send files there; unset, that of AWS.',
  }),
  S3_REGION: text({ default: 'us-east-1', desc: 'Region of the bucket.' }),
  S3_BUCKET: bucketName({ default: undefined, desc: 'Bucket of the files; required with STORAGE=s3.' }),
  S3_ACCESS_KEY_ID: text({
    default: undefined,
    desc: 'Access key that reads, writes, lists and deletes objects of the bucket; required with STORAGE=s3.',
  }),
  S3_SECRET_ACCESS_KEY: text({ default: undefined, desc: 'Secret of that key; required with STORAGE=s3.' }),
  S3_FORCE_PATH_STYLE: switchOnOff({
    default: undefined,
    desc: 'Put the bucket into the path of a URL, not into its host name; unset, with S3_ENDPOINT only.',
  }),
  S3_PREFIX: folderName({
    default: '',
    desc: 'First part of the name of every object, such as chat or chat/files, in a bucket that others use too.',
  }),
};

type Values = CleanedEnv<typeof variables>;

const REQUIRED = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const OPTIONAL = ['S3_ENDPOINT', 'S3_FORCE_PATH_STYLE'] as const;

/** A variable of S3 without STORAGE=s3 would be a setting without effect. */
function faultsOf(values: Values): string[] {
  if (values.STORAGE === 's3') {
    return REQUIRED.filter((name) => values[name] === undefined).map((name) => `${name}: required with STORAGE=s3`);
  }
  const given: string[] = [...REQUIRED, ...OPTIONAL].filter((name) => values[name] !== undefined);
  if (values.S3_PREFIX !== '') given.push('S3_PREFIX');
  return given.map((name) => `${name}: set STORAGE=s3 too`);
}

function s3Of(values: Values): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (values.STORAGE !== 's3') return undefined;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return {
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    bucket,
    accessKeyId,
    secretAccessKey,
    forcePathStyle: values.S3_FORCE_PATH_STYLE ?? values.S3_ENDPOINT !== undefined,
    prefix: values.S3_PREFIX,
  };
}

export const storePart = settingsPart({
  token: StoreSettings,
  variables,
  faults: faultsOf,
  settings: (values): StoreSettings => ({ s3: s3Of(values) }),
});

/** The origin to which clients send files. */
export function storeOrigin({ endpoint, region, bucket, forcePathStyle }: S3Settings): string {
  const { protocol, host } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  return `${protocol}//${forcePathStyle ? '' : `${bucket}.`}${host}`;
}
