import { searchedText } from '../1795600000000-message-search.js';

/**
 * The searched form of a text. Only functions of pg_catalog are called, so that the search path of the session does not
 * matter. It fails after the time in the setting `parley.search_until`, because the embedded database cannot interrupt a
 * statement. The cost is that of a long text, so that the planner uses the index also while there are few messages.
 */
export const SEARCH = String.raw`
  CREATE EXTENSION IF NOT EXISTS pg_trgm;

  CREATE FUNCTION searched_text(content text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  COST 10000 AS $$
  BEGIN
    IF clock_timestamp() > nullif(current_setting('parley.search_until', true), '')::timestamptz THEN
      RAISE EXCEPTION USING ERRCODE = 'query_canceled', MESSAGE = 'the search has taken too long';
    END IF;
    RETURN ${searchedText};
  END
  $$;
`;
