import type { Feature } from '../../platform/feature/feature.js';
import { User } from './user.entity.js';

export const usersFeature: Feature = { entities: [User] };
