import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The people without a common room that each user has contacted within the last hour. */
export class StrangerContacts1796100000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE stranger_contacts (
        user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        contacts jsonb NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE stranger_contacts');
  }
}
