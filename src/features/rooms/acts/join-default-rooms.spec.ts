import { Logger } from '@nestjs/common';
import { invalid } from '@parley/protocol';

import { SettingRules } from '../../deployment/setting-rules.js';
import { NewUserListeners } from '../../users/new-user-listeners.js';
import { JoinDefaultRooms } from './join-default-rooms.js';

type Parameters = ConstructorParameters<typeof JoinDefaultRooms>;

describe('the default rooms', () => {
  it.each([invalid('It is full.'), new Error('connection terminated')])(
    'that cannot be entered (%s) fail nothing, and keep nobody from the others',
    async (fault) => {
      const warnings = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
      const newUsers = new NewUserListeners();
      const entered: string[] = [];
      const byTimer = (roomId: string): Promise<void> => {
        if (roomId === 'first') return Promise.reject(fault);
        entered.push(roomId);
        return Promise.resolve();
      };
      const given = [{ defaultRooms: ['first', 'second'] }, new SettingRules(), newUsers, { byTimer }];
      new JoinDefaultRooms(...(given as unknown as Parameters)).onModuleInit();
      await newUsers.tell([7]);
      expect(entered).toEqual(['second']);
      expect(warnings).toHaveBeenCalledOnce();
      warnings.mockRestore();
    },
  );
});
