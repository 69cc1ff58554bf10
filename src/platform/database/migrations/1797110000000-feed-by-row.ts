import type { MigrationInterface, QueryRunner } from 'typeorm';

import { FEED_BY_STATEMENT, NO_FEED } from './1795700000000-room-feed.js';

/**
 * The triggers of the outbox run once per row, because not every engine has transition tables. Without consumers, one
 * row costs about 6 microseconds. A change that takes no number runs none.
 */
export class FeedByRow1797110000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`${NO_FEED}\n${FEED_BY_STATEMENT}`);
  }
}
