import { searchedText } from '../1795600000000-message-search.js';
import { FEED_BY_STATEMENT, NO_FEED } from '../1795700000000-room-feed.js';
import type { Part } from './part.js';

/**
 * The triggers of the outbox run once per row, because not every engine has transition tables. Without consumers, one
 * row costs about 6 microseconds. A change that takes no number runs none.
 */
export const FEED_BY_ROW: Part = {
  up: `
    ${NO_FEED}
    CREATE FUNCTION feed_rooms() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      ended bigint;
    BEGIN
      IF NOT EXISTS (SELECT FROM feed_followers) OR current_setting('parley.feed', true) = 'off' THEN
        RETURN NULL;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        INSERT INTO room_feed (room_id, after, up_to, ended) VALUES (NEW.id, OLD.last_seq, NEW.last_seq, false);
      ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO room_feed (room_id, after, up_to, ended) VALUES (NEW.id, 0, NEW.last_seq, false);
      ELSE
        -- The end has the number that this transaction has taken for it, where it has taken one, else the next.
        DELETE FROM room_feed WHERE room_id = OLD.id AND up_to = OLD.last_seq AND created_at = now();
        ended := OLD.last_seq + (NOT FOUND)::int;
        INSERT INTO room_feed (room_id, after, up_to, ended) VALUES (OLD.id, ended - 1, ended, true);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER feed_made AFTER INSERT ON rooms FOR EACH ROW EXECUTE FUNCTION feed_rooms();
    CREATE TRIGGER feed_changed AFTER UPDATE ON rooms FOR EACH ROW WHEN (NEW.last_seq > OLD.last_seq)
      EXECUTE FUNCTION feed_rooms();
    CREATE TRIGGER feed_ended AFTER DELETE ON rooms FOR EACH ROW EXECUTE FUNCTION feed_rooms();
  `,
  down: `${NO_FEED}\n${FEED_BY_STATEMENT}`,
};

/**
 * A search ends itself: `searched_text`, which is most of its work, fails after the time in the setting
 * `parley.search_until`. PostgreSQL has `statement_timeout`, but the embedded database can neither interrupt a statement
 * nor run another one meanwhile. The function returns the same result as before, so its index remains valid, and stays
 * immutable: a result never depends on the setting. The cost is that of a long text, so that the planner uses the index
 * also while there are few messages.
 */
export const SEARCH_DEADLINE: Part = {
  up: `
    CREATE OR REPLACE FUNCTION searched_text(content text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    COST 10000 AS $$
    BEGIN
      IF clock_timestamp() > nullif(current_setting('parley.search_until', true), '')::timestamptz THEN
        RAISE EXCEPTION USING ERRCODE = 'query_canceled', MESSAGE = 'the search has taken too long';
      END IF;
      RETURN ${searchedText};
    END
    $$;
  `,
  down: `
    CREATE OR REPLACE FUNCTION searched_text(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 100
    AS $$ SELECT ${searchedText} $$;
  `,
};
