import { commandsOf, runsAsItStands } from '../../docs/commands.js';
import { freshServiceData } from '../../docs/fresh.js';
import { kindOf } from '../../docs/kinds.js';
import { blocksOf, pages, placeOf } from '../../docs/pages.js';
import type { Block } from '../../docs/pages.js';
import { Shell } from '../../docs/shell.js';
import { eventually } from '../../support/eventually.js';
import type { ServiceData } from '../../support/service-data.js';
import { Service } from '../../support/service.js';

const REMEMBERED = /^(ADA|KEY|ROOM)=/;

const hasCommands = (page: string): boolean =>
  blocksOf(page).some((block) => kindOf(block) === 'commands' && commandsOf(block).some(runsAsItStands));

let serviceData: ServiceData;
let service: Service;

beforeEach(async () => {
  serviceData = await freshServiceData();
  service = await Service.start({}, serviceData);
});

afterEach(async () => {
  await service.stop();
  await serviceData.remove();
});

/** Follows a page from its beginning to its end. */
class Reader {
  private readonly shell = new Shell(serviceData, service.url);
  private printed = '';

  async reads(block: Block): Promise<void> {
    const kind = kindOf(block);
    if (kind === 'output')
      expect([placeOf(block), JSON.parse(this.printed)]).toEqual([placeOf(block), JSON.parse(block.text)]);
    if (kind === 'frame' && this.conversation !== undefined) await this.send(block);
    if (kind !== 'commands') return;
    for (const command of commandsOf(block).filter(runsAsItStands)) await this.does(command);
  }

  private conversation: { send(frame: string): void; received(): string; ends(): Promise<void> } | undefined;

  private async does(command: string): Promise<void> {
    if (REMEMBERED.test(command)) this.shell.remember(command);
    else if (command.startsWith('npx wscat ')) await this.converses(command);
    else if (command.startsWith('npx parley restore')) await this.restores(command);
    else this.printed = await this.shell.run(command);
  }

  /** The first conversation stays open, as in the terminal of the page; further ones are only checked. */
  private async converses(command: string): Promise<void> {
    const socket = this.shell.begin(command);
    let received = '';
    for (const stream of [socket.stdout, socket.stderr])
      stream.on('data', (text: Buffer) => (received += text.toString()));
    await eventually(() => received.includes('chat.notifications') || socket.exitCode !== null);
    expect([command, received]).toEqual([command, expect.stringContaining('chat.notifications')]);
    const ends = async (): Promise<void> => {
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.stdin.end();
      socket.kill('SIGTERM');
      await closed;
    };
    if (this.conversation) await ends();
    else this.conversation = { send: (frame) => socket.stdin.write(`${frame}\n`), received: () => received, ends };
  }

  private async send({ text }: Block): Promise<void> {
    const frame = JSON.stringify(JSON.parse(text));
    const before = this.conversation!.received().length;
    const answer = (): string => this.conversation!.received().slice(before);
    this.conversation!.send(frame);
    await eventually(() => /"(eventType|error)"/.test(answer()));
    expect([frame, answer()]).toEqual([frame, expect.not.stringContaining('"error"')]);
  }

  private async restores(command: string): Promise<void> {
    const refused = await this.shell.run(command).catch((error: unknown) => String(error));
    expect(refused).toMatch(/is using the data folder/);
    await service.kill('SIGTERM');
    await expect(this.shell.run(command)).rejects.toThrow(/--force/);
    this.printed = await this.shell.run(`${command} --force`);
    await service.begin();
  }

  async leaves(): Promise<void> {
    await this.conversation?.ends();
  }
}

it.each(pages.filter(hasCommands))('every command on the page %s runs', async (page) => {
  const reader = new Reader();
  try {
    for (const block of blocksOf(page)) await reader.reads(block);
  } finally {
    await reader.leaves();
  }
});
