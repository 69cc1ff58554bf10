import type { Feature } from '../../platform/feature/feature.js';

export const roomListFeature: Feature = { module: async () => (await import('./room-list.module.js')).RoomListModule };
