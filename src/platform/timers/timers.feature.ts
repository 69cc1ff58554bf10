import type { Feature } from '../feature/feature.js';
import { rowsOf } from '../feature/personal-data.js';
import { TimerRow } from './timer.entity.js';

export const timersFeature: Feature = {
  entities: [TimerRow],
  personalData: {
    notExported: { 'timers.*': 'the features that set timers export their objects' },
    removed: [rowsOf('timers')],
  },
  module: async () => (await import('./timers.module.js')).TimerRunnerModule,
};
