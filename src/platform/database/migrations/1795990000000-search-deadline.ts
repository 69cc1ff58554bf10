import type { MigrationInterface, QueryRunner } from 'typeorm';

import { searchedText } from './1795600000000-message-search.js';

/**
 * A search ends itself: `searched_text`, which is most of its work, fails after the time in the setting
 * `parley.search_until`. PostgreSQL has `statement_timeout`, but the embedded database can neither interrupt a statement
 * nor run another one meanwhile. The function returns the same result as before, so its index remains valid, and stays
 * immutable: a result never depends on the setting. The cost is that of a long text, so that the planner uses the index
 * also while there are few messages.
 */
export class SearchDeadline1795990000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(String.raw`
      CREATE OR REPLACE FUNCTION searched_text(content text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
      COST 10000 AS $$
      BEGIN
        IF clock_timestamp() > nullif(current_setting('parley.search_until', true), '')::timestamptz THEN
          RAISE EXCEPTION USING ERRCODE = 'query_canceled', MESSAGE = 'the search has taken too long';
        END IF;
        RETURN ${searchedText};
      END
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE OR REPLACE FUNCTION searched_text(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
       AS $$ SELECT ${searchedText} $$`,
    );
  }
}
