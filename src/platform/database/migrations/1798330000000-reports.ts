import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports of messages and users. A report of a message outlives the message and its room. */
export class Reports1798330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reports (
        id uuid PRIMARY KEY,
        reporter_id integer REFERENCES users ON DELETE SET NULL,
        subject_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        room_id uuid,
        message_id uuid,
        reason varchar(10) NOT NULL,
        comment text,
        seen jsonb,
        created_at timestamptz NOT NULL,
        state varchar(10) NOT NULL DEFAULT 'open',
        action varchar(20),
        note text,
        resolved_at timestamptz,
        resolved_by integer
      );
      CREATE UNIQUE INDEX reports_of_message ON reports (reporter_id, message_id) WHERE message_id IS NOT NULL;
      CREATE UNIQUE INDEX reports_of_user ON reports (reporter_id, subject_id) WHERE message_id IS NULL;
      CREATE INDEX reports_filed ON reports (reporter_id, created_at);
      CREATE INDEX reports_of_subject ON reports (subject_id, id);
      CREATE INDEX reports_resolved_by ON reports (resolved_by) WHERE resolved_by IS NOT NULL;
      CREATE INDEX reports_listed ON reports (state, created_at, id);
      CREATE INDEX reports_in_room ON reports (room_id, state, created_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reports');
  }
}
