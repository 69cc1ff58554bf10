import { hostname, userInfo } from 'node:os';

import { machineUser } from './machine-user.js';

describe('the user of the machine', () => {
  it('is the one of the process', () => expect(machineUser({})).toBe(`${userInfo().username}@${hostname()}`));

  it('is the one before sudo', () => expect(machineUser({ SUDO_USER: 'deploy' })).toBe(`deploy@${hostname()}`));
});
