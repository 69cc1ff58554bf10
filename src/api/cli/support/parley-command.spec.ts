import { Deployment } from './deployment.js';
import { ParleyCommand } from './parley-command.js';

class Printing extends ParleyCommand {
  override run(): Promise<void> {
    return this.printPieces(
      (async function* () {
        yield await Promise.resolve('');
        yield '';
      })(),
    );
  }
}

const listeners = (): number[] => process.stdout.eventNames().map((name) => process.stdout.listenerCount(name));

describe('a command that prints pieces', () => {
  it('leaves no listeners on the output', async () => {
    const command = new Printing(new Deployment([]));
    await command.run();
    const before = listeners();
    await command.run();
    expect(listeners()).toEqual(before);
  });
});
