import { Administration } from '../../support/administration.js';
import { eventually } from '../../support/eventually.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { Service } from '../../support/service.js';

interface State {
  readonly value: unknown;
  readonly source: string;
  readonly changed_at: string | null;
  readonly changed_by: { readonly id: number; readonly username: string } | null;
}
type States = Record<'name' | 'welcome' | 'preset' | 'user_directory' | 'channel_directory', State>;

let parley: Service;
let people: Record<'alice' | 'bob', TestUser>;
let admin: Administration;

beforeAll(async () => {
  parley = await Service.start({ USER_DIRECTORY: 'exact' });
  people = await users(parley, 'alice', 'bob');
  admin = await Administration.by(parley, people.alice, 'admin');
});
afterAll(() => parley.stop());

const settings = (): Promise<States> => admin.expect(admin.get<States>('settings/'));
const change = (changes: object) => admin.request<States>('PATCH', 'settings/', changes);
/** @returns the code of the refusal; undefined: it is answered */
const searchOfChannels = async (): Promise<number | undefined> => {
  const device = await people.bob.connect();
  const answer = await device.response(device.sendRequest('channel.search', { query: 'x' }));
  await device.close();
  return answer.error?.code;
};

describe('the settings of the deployment', () => {
  it('are seen and changed by administrators only', async () => {
    const moderator = await Administration.by(parley, people.bob, 'moderator');
    for (const method of ['GET', 'PATCH']) {
      const answer = await moderator.request(method, 'settings/', method === 'PATCH' ? { name: 'x' } : undefined);
      expect(answer).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    }
  });

  it('have defaults, which the environment and stored values replace', async () => {
    expect(await settings()).toMatchObject({
      name: { value: 'Parley', source: 'default', variable: 'DEPLOYMENT_NAME', choices: null, changed_at: null },
      user_directory: { value: 'exact', source: 'environment', choices: ['exact', 'shared', 'everyone'] },
      channel_directory: { value: false, source: 'default' },
    });
    expect((await change({ preset: null })).body).toMatchObject({ preset: { source: 'default', changed_at: null } });
    const { body } = await change({ name: 'Chat of Example', welcome: 'Hello.\nAsk ada.' });
    expect(body).toMatchObject({
      name: { value: 'Chat of Example', source: 'stored', changed_by: { username: people.alice.username } },
      welcome: { value: 'Hello.\nAsk ada.', source: 'stored' },
    });
    expect(Date.parse(body.name.changed_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('are changed all or none, with a reason at each name', async () => {
    const before = await settings();
    expect(await change({ welcome: 'Other', user_directory: 'everyone' })).toMatchObject({
      status: 400,
      body: { user_directory: ['It is fixed by the environment.'] },
    });
    for (const [name, value] of [
      ['preset', 'club'],
      ['name', ''],
      ['name', 'two\nlines'],
      ['name', 'x'.repeat(65)],
      ['welcome', 'x'.repeat(2_001)],
      ['welcome', 'a\0'],
      ['welcome', 'a\ud800'],
      ['channel_directory', 7],
      ['channel_directory', ['true']],
      ['name', { text: 'x' }],
    ] as const) {
      expect(await change({ welcome: 'Other', [name]: value })).toMatchObject({ status: 400, body: { [name]: [/./] } });
    }
    expect(await change({ welcome: 'Other', jwt_secret: 'x' })).toMatchObject({ status: 400 });
    expect(await change({})).toMatchObject({ status: 400 });
    expect(await settings()).toEqual(before);
    expect((await change({ name: 'x'.repeat(64), welcome: 'x'.repeat(2_000) })).status).toBe(200);
  });

  it('take effect without a restart; the preset changes defaults only', async () => {
    expect(await searchOfChannels()).toBe(4002);
    await change({ preset: 'team' });
    expect(await settings()).toMatchObject({
      channel_directory: { value: true, source: 'default' },
      user_directory: { value: 'exact', source: 'environment' },
    });
    expect(await searchOfChannels()).toBeUndefined();
    await change({ channel_directory: false });
    expect(await searchOfChannels()).toBe(4002);
    await change({ channel_directory: null });
    expect(await searchOfChannels()).toBeUndefined();
    await change({ preset: null });
    expect(await searchOfChannels()).toBe(4002);
  });

  it('that a command changes reach a running service', async () => {
    await parley.parley('settings', 'set', 'channel_directory', 'on');
    await eventually(async () => (await searchOfChannels()) === undefined);
    await parley.parley('settings', 'unset', 'channel_directory');
    await eventually(async () => (await searchOfChannels()) === 4002);
  });

  it('are audited with the old and the new value, once for each change', async () => {
    await change({ name: 'One' });
    await change({ name: 'Two' });
    await change({ name: 'Two' });
    const entries = await admin.all<{ details: object }>('audit/?action=settings.change&limit=2', 'entries');
    expect(entries.slice(0, 2).map(({ details }) => details)).toEqual([
      { setting: 'name', old: 'One', new: 'Two' },
      { setting: 'name', old: 'x'.repeat(64), new: 'One' },
    ]);
  });
});
