import { faultsOf } from '../../../platform/config/faults.fake.js';
import { readConfig } from '../../../platform/config/read-config.js';
import { foreignIssuerPart, ForeignIssuerSettings } from './foreign-issuer.settings.js';
import type { ForeignIssuer } from './foreign-issuer.settings.js';

const KEY = { JWT_JWKS_URL: 'https://id.example.com/keys' };

const foreignOf = (environment: Record<string, string>): ForeignIssuer | undefined =>
  readConfig([foreignIssuerPart], environment).of(ForeignIssuerSettings).foreign;

describe('the configuration of another issuer', () => {
  it('is empty by default', () => expect(foreignOf({})).toBeUndefined());

  it('requires what its claim has', () => {
    expect(foreignOf({ ...KEY, JWT_USER_LOOKUP: 'id' })).toMatchObject({
      key: { jwksUrl: KEY.JWT_JWKS_URL },
      userLookup: 'id',
    });
    // The number of a user elsewhere is the number of another user here.
    expect(faultsOf([foreignIssuerPart], KEY)).toContain('JWT_USER_LOOKUP: say with another issuer');
  });

  it('finds users by their external ids, whatever else is said, if it is that of the own product', () => {
    const foreign = foreignOf({ ...KEY, JWT_CREATE_USERS: 'on', JWT_USER_LOOKUP: 'id', JWT_USER_CLAIM: 'name' });
    expect(foreign).toMatchObject({ userClaim: 'sub', userLookup: 'external_id' });
    expect(faultsOf([foreignIssuerPart], { JWT_CREATE_USERS: 'on' })).toContain('JWT_CREATE_USERS: needs');
  });

  it('requires its name and its audience in production', () => {
    const faults = faultsOf([foreignIssuerPart], { NODE_ENV: 'production', ...KEY });
    for (const name of ['JWT_ISSUER', 'JWT_AUDIENCE']) {
      expect(faults).toContain(`${name}: required in production with another issuer`);
    }
  });

  it('refuses the URL of a key set with a user or a password', () => {
    for (const who of ['ada:hunter2', 'hunter2', ':hunter2']) {
      const faults = faultsOf([foreignIssuerPart], { JWT_JWKS_URL: `https://${who}@id.example.com/jwks` });
      expect(faults).toContain('JWT_JWKS_URL: must not contain');
      expect(faults).not.toContain('hunter2');
    }
  });
});
