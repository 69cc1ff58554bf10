import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { faultsOf } from '../../platform/config/faults.fake.js';
import { readConfig } from '../../platform/config/read-config.js';
import { pushPart, PushSettings } from './push.settings.js';
import type { Vapid } from './push.settings.js';
import { newVapidKeys } from './vapid-keys.js';

const production = { NODE_ENV: 'production' };

const vapidOf = (environment: Record<string, string>): Vapid | undefined =>
  readConfig([pushPart], environment).of(PushSettings).vapid;

describe('the configuration of pushes', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-config-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('stores a generated pair of push keys, readable only by its owner', () => {
    const made = vapidOf({ DATA_DIR: folder });
    expect(made).toEqual({
      publicKey: expect.stringMatching(/^B[\w-]{86}$/) as string,
      privateKey: expect.stringMatching(/^[\w-]{43}$/) as string,
      subject: 'mailto:nobody@example.com',
    });
    expect(vapidOf({ DATA_DIR: folder, VAPID_SUBJECT: 'https://example.com' })).toEqual({
      ...made,
      subject: 'https://example.com',
    });
    expect(statSync(join(folder, 'vapid-keys.json')).mode & 0o777).toBe(0o600);
  });

  it('generates no push keys in production, and accepts a complete pair', () => {
    expect(vapidOf({ ...production, DATA_DIR: folder })).toBeUndefined();
    const [one, other] = [newVapidKeys(), newVapidKeys()];
    const given = { ...production, VAPID_PUBLIC_KEY: `${one.publicKey}=`, VAPID_PRIVATE_KEY: one.privateKey };
    const subject = 'mailto:operator@example.com';
    expect(vapidOf({ ...given, VAPID_SUBJECT: subject })).toEqual({ ...one, subject });
    expect(faultsOf([pushPart], given)).toContain('VAPID_SUBJECT: required');
    expect(faultsOf([pushPart], { ...given, VAPID_PRIVATE_KEY: '' })).toContain('give both, or neither');
    expect(faultsOf([pushPart], { ...given, VAPID_PRIVATE_KEY: other.privateKey })).toContain(
      'must be of the same pair',
    );
    expect(faultsOf([pushPart], { ...given, VAPID_PRIVATE_KEY: one.publicKey })).toContain(
      'VAPID_PRIVATE_KEY: must be 32 bytes',
    );
    expect(faultsOf([pushPart], { ...given, VAPID_SUBJECT: 'operator@example.com' })).toContain(
      'VAPID_SUBJECT: must be mailto:',
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});
