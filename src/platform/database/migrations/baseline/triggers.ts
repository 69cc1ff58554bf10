/**
 * The triggers: one writes the outbox, so that no code path can omit a number; others refuse changes of the audit log,
 * and note which of its entries have no seal.
 */
export const TRIGGERS = `
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

  CREATE FUNCTION refuse_to_change_audit() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'audit_entries is append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
  END $$;
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_audit();
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_audit();

  CREATE FUNCTION note_unsealed_audit() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO audit_unsealed SELECT id FROM written;
    RETURN NULL;
  END $$;
  CREATE TRIGGER unsealed AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION note_unsealed_audit();
`;
