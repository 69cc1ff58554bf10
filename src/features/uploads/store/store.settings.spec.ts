import { readConfig } from '../../../platform/config/read-config.js';
import { storeOrigin, storePart, StoreSettings } from './store.settings.js';

const SECRET = 'hunter2hunter2hunter2';
const s3 = { STORAGE: 's3', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: SECRET };

describe('the configuration of the store of files', () => {
  const storageOf = (environment: Record<string, string>): StoreSettings =>
    readConfig([storePart], environment).of(StoreSettings);

  it('keeps files in the data folder by default', () => expect(storageOf({})).toEqual({ s3: undefined }));

  it('has the origin to which clients send files', () => {
    const originOf = (environment: Record<string, string>): string => storeOrigin(storageOf(environment).s3!);
    expect(originOf(s3)).toBe('https://files.s3.us-east-1.amazonaws.com');
    expect(originOf({ ...s3, S3_ENDPOINT: 'http://minio:9000/' })).toBe('http://minio:9000');
    expect(originOf({ ...s3, S3_ENDPOINT: 'https://s3.example', S3_FORCE_PATH_STYLE: 'off' })).toBe(
      'https://files.s3.example',
    );
  });

  it('keeps files in a bucket of AWS, or of another store whose URLs have the bucket in the path', () => {
    const aws = { region: 'us-east-1', bucket: 'files', accessKeyId: 'id', secretAccessKey: SECRET, prefix: '' };
    expect(storageOf(s3).s3).toEqual({ ...aws, endpoint: undefined, forcePathStyle: false });
    expect(storageOf({ ...s3, S3_ENDPOINT: 'http://minio:9000', S3_REGION: 'eu' }).s3).toEqual({
      ...aws,
      endpoint: 'http://minio:9000',
      region: 'eu',
      forcePathStyle: true,
    });
    expect(storageOf({ ...s3, S3_ENDPOINT: 'http://s3', S3_FORCE_PATH_STYLE: 'off' }).s3?.forcePathStyle).toBe(false);
  });

  it('accepts a prefix with slashes at its ends, and refuses one that is no name', () => {
    expect(storageOf({ ...s3, S3_PREFIX: '/chat/files/' }).s3?.prefix).toBe('chat/files');
    for (const prefix of ['..', 'chat/../files', 'chat//files', 'a b', '/']) {
      expect(() => storageOf({ ...s3, S3_PREFIX: prefix })).toThrow('S3_PREFIX: must be a name such as chat');
    }
  });

  it.each(['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])('requires %s with STORAGE=s3', (name) => {
    expect(() => storageOf({ ...s3, [name]: '' })).toThrow(`${name}: required with STORAGE=s3`);
  });

  it('refuses settings of a store without STORAGE=s3, and does not show their values', () => {
    const environment = { ...s3, STORAGE: 'disk', S3_ENDPOINT: 'https://s3', S3_PREFIX: 'chat' };
    expect(() => storageOf(environment)).toThrow('S3_SECRET_ACCESS_KEY: set STORAGE=s3 too');
    expect(() => storageOf(environment)).toThrow('S3_PREFIX: set STORAGE=s3 too');
    expect(() => storageOf(environment)).not.toThrow(SECRET);
  });

  it('refuses the name of a bucket and a URL that cannot be one', () => {
    expect(() => storageOf({ ...s3, S3_BUCKET: 'My Files' })).toThrow('S3_BUCKET: must be the name of a bucket');
    expect(() => storageOf({ ...s3, S3_ENDPOINT: 'https://id:pass@s3' })).toThrow('S3_ENDPOINT: must not contain');
  });
});
