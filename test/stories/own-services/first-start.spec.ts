import { Administration } from '../../support/administration.js';
import { openClient } from '../../support/handshake.js';
import { emptyServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { Service } from '../../support/service.js';

const KEY = 'first-start-0123456789ab';
const PASSWORD = 'correct horse 9 battery';
const SETUP = { key: KEY, username: 'ada', password: PASSWORD, name: 'Chat of Example', preset: 'team' };

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

let serviceData: ServiceData;
let parley: Service;

beforeAll(async () => {
  serviceData = await emptyServiceData();
  parley = await Service.start({ SETUP_KEY: KEY }, serviceData);
});
afterAll(async () => {
  await parley.stop();
  await serviceData.remove();
});

async function post(body: unknown, { url } = parley): Promise<Answer> {
  const response = await fetch(`${url}/api/setup/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const REFUSED = { status: 404, body: { detail: 'There is no such page.', code: 'not_found' } };

describe('the first start', () => {
  it('judges the key before all other fields, always with the same refusal', async () => {
    for (const body of [{}, { key: 7 }, { key: `${KEY}x` }, { ...SETUP, key: '' }, { ...SETUP, key: null, name: 7 }]) {
      expect(await post(body)).toEqual(REFUSED);
    }
  });

  it('says at each field what is wrong, and leaves the key usable', async () => {
    expect(await post({ key: KEY })).toMatchObject({ status: 400, body: { username: [/./], name: [/./] } });
    const wrong = { ...SETUP, username: 'a b', password: 'short', name: '', preset: 'club' };
    expect(await post(wrong)).toMatchObject({
      status: 400,
      body: { username: [/./], password: [/./], name: [/./], preset: [/./] },
    });
  });

  it('makes one administrator of many tries at once, and is closed from then on', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => post({ ...SETUP, username: `ada${String(at >> 1)}` })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 201)).toEqual(Array(7).fill(REFUSED));
    expect((await parley.parley('users', 'list')) as unknown[]).toEqual([
      expect.objectContaining({ role: 'admin', is_active: true }),
    ]);
    expect(await post({ ...SETUP, username: 'eve' })).toEqual(REFUSED);
    const user = { tokens: made[0]!.body } as unknown as Parameters<typeof Administration.as>[1];
    const settings = await Administration.as(parley, user).get('settings/');
    expect(settings).toMatchObject({
      status: 200,
      body: {
        name: { value: 'Chat of Example' },
        preset: { value: 'team' },
        sign_up: { value: 'invitation', source: 'stored' },
        default_rooms: { value: [/./], source: 'stored' },
      },
    });
  });

  it('makes a Channel for a team, which a person with an invitation is in from the first moment', async () => {
    const { url } = (await parley.parley('invitations', 'create')) as { url: string };
    const account = { username: 'grace', password: PASSWORD, invitation: url.split('#').pop() };
    const response = await fetch(`${parley.url}/api/accounts/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(account),
    });
    expect(response.status).toBe(201);
    const { access } = (await response.json()) as { access: string };
    const device = await openClient(parley.url, { token: access, name: 'grace' });
    const { data } = await device.request('room.list', {});
    const [general] = data as unknown as { name: string; posting: string; is_public: boolean; id: string }[];
    expect(general).toMatchObject({ name: 'General', posting: 'everyone', is_public: true });
    await device.request('message.send', { room_id: general!.id, content: 'Good morning' });
    await device.close();
  });

  it('shows what everybody may know, and nothing else', async () => {
    const deployment = (await (await fetch(`${parley.url}/api/deployment/`)).json()) as object;
    expect(deployment).toEqual({
      name: 'Chat of Example',
      logo: null,
      welcome: '',
      sign_up: 'invitation',
      log_in: ['password'],
      languages: ['ar', 'de', 'en', 'es', 'ja'],
      epoch: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });
});

describe('the first start of a deployment that the environment fixes', () => {
  let data: ServiceData;
  let fixed: Service;

  beforeAll(async () => {
    data = await emptyServiceData();
    const env = { SETUP_KEY: KEY, DEPLOYMENT_NAME: SETUP.name, PRESET: 'team', SIGN_UP: 'off' };
    fixed = await Service.start(env, data);
  });
  afterAll(async () => {
    await fixed.stop();
    await data.remove();
  });

  it('makes one administrator of many tries at once, and leaves sign-up as it is', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => post({ ...SETUP, username: `bea${String(at)}` }, fixed)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404, 404, 404]);
    const deployment = await (await fetch(`${fixed.url}/api/deployment/`)).json();
    expect(deployment).toMatchObject({ name: SETUP.name, sign_up: 'off' });
  });
});
