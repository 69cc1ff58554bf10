import { wholeNumber } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** Messages that are sent later. */
export abstract class ScheduledMessageSettings {
  /** Of one user. */
  abstract readonly most: number;
  /** The least time that one is ahead. */
  abstract readonly leastSeconds: number;
}

export const scheduledMessagePart = settingsPart({
  token: ScheduledMessageSettings,
  variables: {
    MAX_SCHEDULED: wholeNumber({ min: 1, max: 10_000 })({
      default: 100,
      desc: 'Maximum number of scheduled messages of one user; further ones are refused with 4005.',
    }),
    SCHEDULE_MIN_SECONDS: wholeNumber({ min: 0, max: 86_400 })({
      default: 60,
      desc: 'Seconds that a scheduled message is at least ahead; an earlier time is refused with 4003.',
    }),
  },
  settings: (values): ScheduledMessageSettings => ({
    most: values.MAX_SCHEDULED,
    leastSeconds: values.SCHEDULE_MIN_SECONDS,
  }),
  clientLimits: (settings) => ({
    max_scheduled: settings.most,
    schedule_min_seconds: settings.leastSeconds,
  }),
});
