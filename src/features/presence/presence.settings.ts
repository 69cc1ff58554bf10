import { wholeNumber } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** The presence of users. */
export abstract class PresenceSettings {
  /** Seconds without a heartbeat. */
  abstract readonly inactivityThreshold: number;
}

export const presencePart = settingsPart({
  token: PresenceSettings,
  variables: {
    INACTIVITY_THRESHOLD: wholeNumber({ min: 1, max: 86_400 })({
      default: 60,
      desc: 'Seconds without a heartbeat after which a session is shown as inactive.',
    }),
  },
  settings: (values): PresenceSettings => ({ inactivityThreshold: values.INACTIVITY_THRESHOLD }),
});
