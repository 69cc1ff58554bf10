import type { Client } from 'pg';

import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { historyOf, sendMessage } from '../support/messaging.js';
import { PageServer } from '../support/page-server.js';
import { users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { PROFILES } from '../support/shared-services.js';

const PAGE = '<title>It has a title</title>';

let serviceData: ServiceData;
let database: Client;
let parley: Service;

beforeAll(async () => {
  serviceData = await newServiceData();
  database = await connected(serviceData);
  parley = await Service.start(PROFILES.links, serviceData);
});
afterAll(async () => {
  await parley.stop();
  await database.end();
  await serviceData.remove();
});

describe('a node that is killed while it fetches a link', () => {
  it('leaves the link to another node, which adds the preview once', { timeout: 120_000 }, async () => {
    const pages = await PageServer.start();
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const phone = await alice.connect();
    const { data: room } = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    // The first request is never answered.
    let isSlow = true;
    const url = pages.answer('/slow', (_, response) => {
      if (!isSlow) response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
      isSlow = false;
    });
    const message = await sendMessage(phone, room, url);
    await eventually(() => pages.requests('/slow') === 1);
    // Before the time of the fetch is over.
    await parley.restart('SIGKILL');
    // The end of the lease.
    await database.query('UPDATE link_fetches SET due_at = now()');
    const device = await bob.connect();
    const shown = async () => (await historyOf(device, room)).find(({ id }) => id === message.id)?.link_previews;
    await eventually(async () => (await shown())?.length === 1);
    expect(await shown()).toMatchObject([{ url, title: 'It has a title' }]);
    const left = await database.query('SELECT FROM link_fetches');
    const changes = await database.query(`SELECT FROM room_changes WHERE kind = 'message.previewed'`);
    expect([left.rowCount, changes.rowCount, pages.requests('/slow')]).toEqual([0, 1, 2]);
    await pages.stop();
  });

  it('gives up a message whose links ended two nodes', async () => {
    const { alice } = await users(parley, 'alice');
    await database.query(
      `INSERT INTO link_fetches (message_id, room_id, user_id, attempts) VALUES (gen_random_uuid(), gen_random_uuid(), $1, 2)`,
      [alice.id],
    );
    await eventually(async () => (await database.query('SELECT FROM link_fetches')).rowCount === 0);
  });
});
