import type { MigrationInterface, QueryRunner } from 'typeorm';

import { ORIGIN } from '../history/begin-epoch.js';

/**
 * The epochs of the database, a chain, and the last number of every room at the beginning of each. The first epoch
 * begins here; it needs no numbers, as no position of a client names an earlier one.
 */
export class Epochs1797000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE epochs (
        id uuid PRIMARY KEY,
        number integer NOT NULL CONSTRAINT epochs_number_key UNIQUE,
        parent_id uuid REFERENCES epochs,
        reason text NOT NULL,
        origin text NOT NULL,
        began_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE epoch_rooms (
        room_id uuid NOT NULL,
        epoch_id uuid NOT NULL REFERENCES epochs,
        last_seq bigint NOT NULL,
        PRIMARY KEY (room_id, epoch_id)
      );
      INSERT INTO epochs (id, number, reason, origin) VALUES (gen_random_uuid(), 1, 'installed', ${ORIGIN});
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE epoch_rooms; DROP TABLE epochs');
  }
}
