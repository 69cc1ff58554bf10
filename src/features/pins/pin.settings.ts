import { wholeNumber } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** Pinned messages. */
export abstract class PinSettings {
  /** Of a room. */
  abstract readonly most: number;
}

export const pinPart = settingsPart({
  token: PinSettings,
  variables: {
    MAX_PINS: wholeNumber({ min: 1, max: 10_000 })({
      default: 100,
      desc: 'Maximum number of pinned messages of a room; a further one is refused with 4005.',
    }),
  },
  settings: (values): PinSettings => ({ most: values.MAX_PINS }),
});
