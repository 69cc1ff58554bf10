import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Previews of links: in the rows of messages, the messages whose links are to be fetched, and what was fetched. */
export class LinkPreviews1798270000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messages ADD COLUMN link_previews text;

      CREATE TABLE link_fetches (
        message_id uuid PRIMARY KEY,
        room_id uuid NOT NULL,
        user_id int NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        due_at timestamptz NOT NULL DEFAULT now(),
        attempts int NOT NULL DEFAULT 0,
        version int NOT NULL DEFAULT 0
      );
      CREATE INDEX link_fetches_due ON link_fetches (due_at);
      CREATE INDEX link_fetches_of_user ON link_fetches (user_id, due_at);

      CREATE TABLE fetched_links (
        url_sha256 char(64) PRIMARY KEY,
        result text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX fetched_links_expiring ON fetched_links (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE fetched_links;
      DROP TABLE link_fetches;
      ALTER TABLE messages DROP COLUMN link_previews;
    `);
  }
}
