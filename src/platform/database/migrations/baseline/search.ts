import { FOLDED_TEXT_FUNCTION, SEARCHED_TEXT_FUNCTION } from '../../searched-text/searched-text-sql.js';

/** The folded and the searched form of a text. */
export const SEARCH = `
  CREATE EXTENSION IF NOT EXISTS pg_trgm;

  CREATE ${FOLDED_TEXT_FUNCTION};
  CREATE ${SEARCHED_TEXT_FUNCTION};
`;
