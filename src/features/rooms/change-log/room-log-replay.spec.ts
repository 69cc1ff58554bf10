import { changeType } from './change-record.js';
import { RoomLogReplay } from './room-log-replay.js';

it('a server does not start with a type of change that no replayer replays', () => {
  const [replayed] = [changeType('test.replayed'), changeType('test.forgotten')];
  const replay = new RoomLogReplay(...([] as unknown as ConstructorParameters<typeof RoomLogReplay>));
  replay.addReplayer({ replays: [replayed], entries: () => Promise.resolve([]) });
  expect(() => replay.onApplicationBootstrap()).toThrow(/^No replayer replays (?!.*test\.replayed).*test\.forgotten/);
});
