import { wholeNumber } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

export abstract class SavedMessageSettings {
  /** The maximum number of saved messages of one user. */
  abstract readonly most: number;
}

export const savedMessagePart = settingsPart({
  token: SavedMessageSettings,
  variables: {
    MAX_SAVED: wholeNumber({ min: 1, max: 100_000 })({
      default: 1_000,
      desc: 'Maximum number of saved messages of one user; further ones are refused with 4005.',
    }),
  },
  settings: (values): SavedMessageSettings => ({ most: values.MAX_SAVED }),
  clientLimits: ({ most }) => ({ max_saved: most }),
});
