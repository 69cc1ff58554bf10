import { Logger } from '@nestjs/common';

import { DroppedPackets } from './dropped-packets.js';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the dropped packets', () => {
  it('are counted by reason, and logged once a minute at most', () => {
    const warned: string[] = [];
    vi.spyOn(Logger.prototype, 'warn').mockImplementation((line: string) => warned.push(line));
    let now = 0;
    const dropped = new DroppedPackets(() => now);
    expect([dropped.total, dropped.describe()]).toEqual([0, '']);
    dropped.record('forged');
    now = 59_999;
    for (let count = 1; count <= 1_000; count += 1) dropped.record('unsigned');
    expect([dropped.total, dropped.describe(), warned.length]).toEqual([1_001, '1000 unsigned, 1 forged', 1]);
    now = 60_000;
    dropped.record('late');
    expect(warned).toEqual([
      'Packets of Redis that are not from a node of this deployment are dropped: 1 forged',
      'Packets of Redis that are not from a node of this deployment are dropped: 1000 unsigned, 1 forged, 1 late',
    ]);
    expect(dropped.byReason).toEqual({ unsigned: 1_000, forged: 1, replayed: 0, late: 1 });
  });
});
