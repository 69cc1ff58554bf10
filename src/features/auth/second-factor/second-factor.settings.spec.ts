import { faultsOf } from '../../../platform/config/faults.fake.js';
import { readConfig } from '../../../platform/config/read-config.js';
import { secondFactorPart, SecondFactorSettings } from './second-factor.settings.js';

const SECRET = 's'.repeat(40);
const production = { NODE_ENV: 'production', JWT_SECRET: SECRET };

const secretsOf = (environment: Record<string, string>): readonly string[] =>
  readConfig([secondFactorPart], environment).of(SecondFactorSettings).secrets;

describe('the configuration of second factors', () => {
  it('encrypts with a secret of their own, whose old values may be short', () => {
    expect(secretsOf(production)).toEqual([SECRET]);
    const own = 'f'.repeat(32);
    expect(secretsOf({ ...production, TOTP_SECRET: `${own},short` })).toEqual([own, 'short', SECRET]);
    expect(faultsOf([secondFactorPart], { ...production, TOTP_SECRET: `short,${own}` })).toContain(
      'TOTP_SECRET: must have 32 bytes or more',
    );
  });
});
