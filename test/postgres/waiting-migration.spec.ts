import { parley, parleyText } from '../support/command.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { revertibleData } from '../support/service-data.js';

/** It changes the table of users. */
const MIGRATION = 'Release03Tables1798400000000';

it('a migration that waits for a lock is repeated, and the command prints its own output only', async () => {
  const serviceData = await revertibleData();
  const database = await connected(serviceData);
  try {
    await parley(serviceData, 'migrate', 'down', '--to', '0.2', '--yes');
    const isWaiting = async (): Promise<boolean> => {
      const { rowCount } = await database.query(
        `SELECT FROM pg_locks WHERE NOT granted AND relation = 'users'::regclass`,
      );
      return rowCount !== 0;
    };
    await database.query('BEGIN; LOCK TABLE users IN ACCESS SHARE MODE');
    const printed = parleyText(serviceData, 'migrate', 'up', '--json');
    await eventually(isWaiting);
    await eventually(async () => !(await isWaiting()));
    await database.query('COMMIT');
    const { applied } = JSON.parse(await printed) as { applied: string[] };
    expect(applied).toContain(MIGRATION);
  } finally {
    await database.end();
    await serviceData.remove();
  }
});
