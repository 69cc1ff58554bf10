import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { sendMany } from '../support/many-messages.js';
import { users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';

/** Some more than those after which a node sorts them; half as many as PostgreSQL keeps in the list. */
const MESSAGES = 2_200;

it('new messages are sorted into the search index before a send has to do it, and are found before and after', async () => {
  const serviceData = await newServiceData();
  const parley = await Service.start({}, serviceData);
  const database = await connected(serviceData);
  await database.query('CREATE EXTENSION pgstattuple');
  const waiting = async (): Promise<number> => {
    const { rows } = await database.query<{ waiting: number }>(
      `SELECT pending_tuples::int AS waiting FROM pgstatginindex('messages_search_idx')`,
    );
    return rows[0]!.waiting;
  };
  const { alice } = await users(parley, 'alice');
  const device = await alice.connect();
  const { data: room } = await device.request('room.create', { type: 'GroupChat', name: 'Notes', participants: [] });
  const found = async (query: string): Promise<number> => {
    const { data } = await device.request('message.search', { query });
    return data.results.length;
  };

  await sendMany(device, room, 'early', 100);
  expect(await waiting()).toBe(100);
  await expect(found('early 42')).resolves.toBe(1);
  await sendMany(device, room, 'later', MESSAGES);
  await eventually(async () => (await waiting()) < MESSAGES / 2);
  await expect(found('early 42')).resolves.toBe(1);
  await expect(found('later 1234')).resolves.toBe(1);

  await device.close();
  await database.end();
  await parley.stop();
  await serviceData.remove();
});
