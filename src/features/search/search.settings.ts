import { wholeNumber } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** The bounds of a search. */
export abstract class SearchSettings {
  /** The maximum number of words of a query. */
  abstract readonly words: number;
  /** The timeout of the statement of a search. */
  abstract readonly seconds: number;
  /** The maximum time in which a search starts. */
  abstract readonly waitSeconds: number;
}

export const searchPart = settingsPart({
  token: SearchSettings,
  variables: {
    MAX_SEARCH_WORDS: wholeNumber({ min: 1, max: 100 })({
      default: 8,
      desc: 'Maximum number of words of a search.',
    }),
    SEARCH_SECONDS: wholeNumber({ min: 1, max: 10 })({
      default: 2,
      desc: 'Seconds after which a search is ended and refused with 4003.',
    }),
    SEARCH_WAIT_SECONDS: wholeNumber({ min: 1, max: 60 })({
      default: 5,
      desc: 'Seconds that a search may wait for others before it is refused with 4029.',
    }),
  },
  settings: (values): SearchSettings => ({
    words: values.MAX_SEARCH_WORDS,
    seconds: values.SEARCH_SECONDS,
    waitSeconds: values.SEARCH_WAIT_SECONDS,
  }),
  clientLimits: ({ words }) => ({
    max_search_words: words,
  }),
});
