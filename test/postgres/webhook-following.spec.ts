import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { WebhookReceiver } from '../support/receiver.js';
import { Service } from '../support/service.js';

let parley: Service;
let receiver: WebhookReceiver;

beforeAll(async () => {
  parley = await Service.start();
  receiver = await (await WebhookReceiver.start()).register(parley);
});
afterAll(() => Promise.all([parley.stop(), receiver.close()]));

describe('the outbox for webhooks', () => {
  it('covers a webhook that is created while the last other one is being disabled', async () => {
    const maker = await connected(parley.serviceData);
    const isWaited = async (): Promise<boolean> =>
      (await maker.query(`SELECT FROM pg_locks WHERE relation = 'feed_followers'::regclass AND NOT granted`))
        .rowCount !== 0;
    await maker.query('BEGIN');
    await maker.query(`INSERT INTO webhooks (id, url, events, description, secret)
      SELECT gen_random_uuid(), url, events, description, secret FROM webhooks`);
    await maker.query('LOCK TABLE feed_followers IN SHARE ROW EXCLUSIVE MODE');
    await maker.query(`INSERT INTO feed_followers (name) VALUES ('webhooks') ON CONFLICT DO NOTHING`);

    const disabled = parley.parley('webhooks', 'disable', receiver.id);
    await eventually(isWaited);
    await maker.query('COMMIT');
    await disabled;
    expect((await maker.query('SELECT name FROM feed_followers')).rows).toEqual([{ name: 'webhooks' }]);
    await maker.end();
  });
});
