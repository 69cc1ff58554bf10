import { TABLES_OF_PEOPLE, TABLES_OF_ROOMS } from '../statements/tables.js';
import { connected } from '../support/database.js';
import { newServiceData } from '../support/service-data.js';

/** Their rows are deleted with their room, but one server holds them. */
const REFERRING = ['pushes'];
/** Without a foreign key: a send checks the room, and what belongs to messages is deleted in batches after the room. */
const NOT_REFERRING = [
  'rooms',
  'messages',
  'message_deletions',
  'receipts',
  'reactions',
  'attachments',
  'notifications',
  'mentions',
  'polls',
  'poll_votes',
  'room_changes',
  'room_notices',
];

it('every table is known to the rules for statements, as one of rooms or of people', async () => {
  const serviceData = await newServiceData();
  const database = await connected(serviceData);
  const namesOf = async (relations: string): Promise<string[]> => {
    const { rows } = await database.query<{ name: string }>(`SELECT DISTINCT relname AS name ${relations}`);
    return rows.map(({ name }) => name).toSorted();
  };
  try {
    const all = await namesOf(
      `FROM pg_class WHERE relkind IN ('r', 'p', 'v') AND relnamespace = 'public'::regnamespace`,
    );
    expect([...TABLES_OF_ROOMS, ...TABLES_OF_PEOPLE].toSorted()).toEqual(all);
    const referring = await namesOf(
      `FROM pg_constraint JOIN pg_class c ON c.oid = conrelid WHERE contype = 'f' AND confrelid = 'rooms'::regclass`,
    );
    const expected = [...TABLES_OF_ROOMS].filter((name) => !NOT_REFERRING.includes(name));
    expect([...expected, ...REFERRING].toSorted()).toEqual(referring);
  } finally {
    await database.end();
    await serviceData.remove();
  }
});
