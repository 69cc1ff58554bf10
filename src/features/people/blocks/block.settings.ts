import { wholeNumber } from '../../../platform/config/parsers.js';
import { settingsPart } from '../../../platform/config/settings-part.js';

/** Blocks of users. */
export abstract class BlockSettings {
  /** Users whom one user blocks. */
  abstract readonly most: number;
}

export const blockPart = settingsPart({
  token: BlockSettings,
  variables: {
    MAX_BLOCKS: wholeNumber({ min: 1, max: 10_000 })({
      default: 1_000,
      desc: 'Maximum number of users that one user blocks; further ones are refused with 4005.',
    }),
  },
  settings: (values): BlockSettings => ({ most: values.MAX_BLOCKS }),
});
