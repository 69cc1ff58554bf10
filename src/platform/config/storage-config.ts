import type { CleanedEnv } from 'envalid';

import type { S3Settings } from './config.js';
import type { storageVariables } from './storage-variables.js';

type Values = CleanedEnv<typeof storageVariables>;

const REQUIRED = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
const OPTIONAL = ['S3_ENDPOINT', 'S3_FORCE_PATH_STYLE'] as const;

/** A variable of S3 without STORAGE=s3 would be a setting without effect. */
export function storageFaults(values: Values): string[] {
  if (values.STORAGE === 's3') {
    return REQUIRED.filter((name) => values[name] === undefined).map((name) => `${name}: required with STORAGE=s3`);
  }
  const given: string[] = [...REQUIRED, ...OPTIONAL].filter((name) => values[name] !== undefined);
  if (values.S3_PREFIX !== '') given.push('S3_PREFIX');
  return given.map((name) => `${name}: set STORAGE=s3 too`);
}

export function s3Of(values: Values): S3Settings | undefined {
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

/** The origin to which clients send files. */
export function storeOrigin({ endpoint, region, bucket, forcePathStyle }: S3Settings): string {
  const { protocol, host } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  return `${protocol}//${forcePathStyle ? '' : `${bucket}.`}${host}`;
}
