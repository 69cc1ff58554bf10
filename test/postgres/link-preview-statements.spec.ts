import { PageServer } from '../support/page-server.js';
import { users } from '../support/people.js';
import { eventually } from '../support/eventually.js';
import { connectMember, createGroup, sendMessage } from '../support/messaging.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { PROFILES } from '../support/shared-services.js';
import { StatementProxy } from '../support/statement-proxy.js';

let serviceData: ServiceData;
let proxy: StatementProxy;
let parley: Service;
let pages: PageServer;

beforeAll(async () => {
  serviceData = await newServiceData();
  proxy = await StatementProxy.to(serviceData.env.DATABASE_URL!);
  parley = await Service.start({ ...PROFILES.links, DATABASE_URL: proxy.databaseUrl }, serviceData);
  pages = await PageServer.start();
});
afterAll(async () => {
  await parley.stop();
  await pages.stop();
  await proxy.close();
  await serviceData.remove();
});

const fetches = (): string[] => proxy.about('link_fetches').filter((text) => /^\s*(INSERT|WITH|DELETE)/.test(text));

describe('link previews', () => {
  it('add no statement for a message without a link, and a few for one with a link', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const phone = await alice.connect();
    const member = await connectMember(bob);
    const group = await createGroup(phone, [member]);
    proxy.forget();
    await sendMessage(phone, group, 'nothing to fetch');
    // The message has passed through the outbox when a later one with a link has.
    const url = pages.page('/statements', { title: 'A page' });
    await sendMessage(phone, group, url);
    await member.device.receive('messagepreview.dispatch');
    await eventually(() => fetches().some((text) => text.includes('DELETE FROM "link_fetches"')));
    const inserted = fetches().filter((text) => text.includes('INSERT'));
    expect(inserted).toHaveLength(1);
    expect(pages.asked).toEqual(['/statements']);
  });
});
