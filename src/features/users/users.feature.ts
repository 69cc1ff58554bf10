import type { Feature } from '../../platform/feature/feature.js';
import { User } from './user.entity.js';

export const usersFeature: Feature = {
  entities: [User],
  personalData: {
    notExported: {
      'users.deactivated_by': 'is the moderator who did it',
      'users.profile_changed_at': 'is only the time of the latest change',
      'users.profile_version': 'is only the number of the latest change',
      'users.role_version': 'is only the number of the latest change',
      'users.rooms_version': 'is only the number of the latest change',
      'users.username_key': 'follows from the name',
      'users.username_skeleton': 'follows from the name',
    },
  },
};
