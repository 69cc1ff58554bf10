import { readConfig } from '../../../platform/config/read-config.js';
import { oidcPart, OidcSettings } from './oidc.settings.js';
import type { OidcProvider } from './oidc.settings.js';

const PROVIDER = {
  OIDC_ISSUER: 'https://login.example.com/realms/chat',
  OIDC_CLIENT_ID: 'parley',
  OIDC_CLIENT_SECRET: 'hunter2',
};

describe('the configuration of the log-in by a provider', () => {
  const oidcOf = (environment: Record<string, string>): OidcProvider | undefined =>
    readConfig([oidcPart], environment).of(OidcSettings).provider;

  it('is empty by default', () => expect(oidcOf({})).toBeUndefined());

  it('has the host of the issuer as the name, and no roles', () => {
    expect(oidcOf(PROVIDER)).toEqual({
      issuer: new URL('https://login.example.com/realms/chat'),
      clientId: 'parley',
      clientSecret: 'hunter2',
      name: 'login.example.com',
      scopes: 'openid profile',
      usernameClaim: 'preferred_username',
      roles: undefined,
    });
  });

  it('has groups with their roles, whose names may contain colons', () => {
    const given = { OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_GROUPS: 'urn:chat:admins:admin, /chat/mods:moderator' };
    expect(oidcOf({ ...PROVIDER, ...given })?.roles).toEqual({
      claim: 'groups',
      groups: [
        { group: 'urn:chat:admins', role: 'admin' },
        { group: '/chat/mods', role: 'moderator' },
      ],
    });
  });

  it.each<[string, Record<string, string>]>([
    ['OIDC_CLIENT_SECRET: required with OIDC_ISSUER', { OIDC_CLIENT_SECRET: '' }],
    ['OIDC_CLIENT_ID: required with OIDC_ISSUER', { OIDC_CLIENT_ID: '' }],
    ['OIDC_ISSUER: required with OIDC_CLIENT_ID', { OIDC_ISSUER: '' }],
    ['OIDC_ISSUER: must be a URL that begins with', { OIDC_ISSUER: 'login.example.com' }],
    ['OIDC_ISSUER: must not contain a user or a password', { OIDC_ISSUER: 'https://ada:hunter2@login.example.com' }],
    ['OIDC_ISSUER: must be a URL without a query', { OIDC_ISSUER: 'https://login.example.com/?realm=chat' }],
    ['OIDC_ISSUER: must begin with https:// in production', { OIDC_ISSUER: 'http://login', NODE_ENV: 'production' }],
    ['OIDC_SCOPES: must be scopes separated by spaces, with openid', { OIDC_SCOPES: 'profile' }],
    ['OIDC_USERNAME_CLAIM: must be the name of a claim', { OIDC_USERNAME_CLAIM: 'user name' }],
    ['OIDC_ROLE_CLAIM and OIDC_ROLE_GROUPS: give both, or neither', { OIDC_ROLE_CLAIM: 'groups' }],
    ['OIDC_ROLE_GROUPS: must be pairs such as chat-admins:admin', { OIDC_ROLE_GROUPS: 'admins:root' }],
    ['TOKEN_ENDPOINTS: must be on with OIDC_ISSUER', { TOKEN_ENDPOINTS: 'off' }],
    ['WEB_CLIENT: must be on with OIDC_ISSUER', { WEB_CLIENT: 'off' }],
    ['WEB_CLIENT: must be on with OIDC_ISSUER', { NODE_ENV: 'production' }],
  ])('has the fault "%s" for %o', (fault, environment) => {
    const read = (): unknown => oidcOf({ ...PROVIDER, ...environment });
    expect(read).toThrow(fault);
    expect(read).not.toThrow('hunter2');
  });
});
