import { FOLDED_TEXT_FUNCTION, SEARCHED_TEXT_FUNCTION } from '../../searched-text/searched-text-sql.js';
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
 * A search ends itself, and folds the letters of all scripts. The texts of the index change, so it is made anew: see
 * `ONLINE_INDEXES`.
 */
export const SEARCHED_TEXT: Part = {
  up: `
    DROP INDEX messages_search_idx;
    CREATE ${FOLDED_TEXT_FUNCTION};
    CREATE OR REPLACE ${SEARCHED_TEXT_FUNCTION};
  `,
  down: `
    DROP FUNCTION folded_text(text);
    CREATE OR REPLACE FUNCTION searched_text(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 100
    AS $$ SELECT ${searchedText} $$;
    CREATE INDEX messages_search_idx ON messages
      USING gin ((ARRAY[room_id]), searched_text(content) gin_trgm_ops) WHERE NOT is_deleted;
  `,
};
