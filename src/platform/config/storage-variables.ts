import { makeValidator } from 'envalid';

import { bucketName, folderName, switchOnOff, url } from './parsers.js';

const text = makeValidator((raw) => raw);

/** The variables of the store of files, as a part of the table of all variables. */
export const storageVariables = {
  STORAGE: text({
    default: 'disk',
    choices: ['disk', 's3'],
    desc: 'Where files are kept: disk, in DATA_DIR/uploads, which all nodes have to share, or s3, an S3-compatible store.',
  }),
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
