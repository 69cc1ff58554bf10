import fc from 'fast-check';

import { ImaginedRoom, somebody, uuid } from '../../../test/support/imagined-room.js';
import type { Told } from '../../../test/support/imagined-room.js';
import type { ConnectionRecord, DeviceRecord } from './device-record.js';
import { Ledger } from './ledger.js';
import { marked } from './mark.js';

const PEOPLE = [somebody(1, 'alice'), somebody(2, 'bob'), somebody(3, 'carol')];

/** The next action, and the index of the message or device that it concerns. */
const step = fc.record({
  deed: fc.constantFrom('say', 'say', 'say', 'edit', 'delete', 'react', 'goes', 'comes'),
  of: fc.nat(1_000),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Changes the frames of the device that stays connected, to inject a fault. */
type Line = (told: readonly Told[]) => readonly Told[];

interface Presence {
  readonly device: DeviceRecord;
  line: ConnectionRecord | undefined;
}

/** Plays a history: one device stays connected, two disconnect and reconnect. @returns the kinds of the faults */
function judged(steps: readonly Step[], planted: Line = (told) => told): string[] {
  const ledger = new Ledger();
  const room = new ImaginedRoom();
  const alive: string[] = [];
  const told: Told[] = [];
  const devices = PEOPLE.map(({ username }) => ledger.device(`${username}#1`, [room.id]));
  const [steady, ...unsteady] = devices.map((device): Presence => ({
    device,
    line: arrives(device, room),
  }));
  const tells = (frame: Told): void => {
    told.push(frame);
    for (const { line } of unsteady) line?.hears(frame, 0);
  };
  const deeds: Record<string, (of: number) => void> = {
    say: (of) => {
      const clientMessageId = uuid('c', room.lastSeq);
      const { username: sender } = PEOPLE[of % PEOPLE.length]!;
      const sending = { clientMessageId, roomId: room.id, sender, content: marked(clientMessageId, String(of)) };
      const attempt = ledger.sends(sending, 0);
      const frame = room.says(PEOPLE[of % PEOPLE.length]!, sending.content);
      attempt.accepted(frame.data, false, 0);
      alive.push(frame.data.id);
      tells(frame);
    },
    edit: (of) => {
      const id = alive[of % alive.length]!;
      const { text } = ledger.state(id)!;
      const content = `${text.settled}, ${String(of)}`;
      const edit = text.wish(content)();
      tells(room.edits(id, content));
      edit.accepted();
    },
    delete: (of) => {
      const [id] = alive.splice(of % alive.length, 1);
      ledger.state(id!)!.deleted.wish(true)().accepted();
      tells(room.deletes(id!));
    },
    react: (of) => {
      const id = alive[of % alive.length]!;
      const user = PEOPLE[of % PEOPLE.length]!;
      ledger.state(id)!.reactionOf(user.id).wish(String(of))().accepted();
      tells(room.reacts(id, user, String(of)));
    },
    goes: (of) => {
      const one = unsteady[of % unsteady.length]!;
      one.line?.closes();
      one.line = undefined;
    },
    comes: (of) => {
      const one = unsteady[of % unsteady.length]!;
      one.line ??= arrives(one.device, room);
    },
  };
  for (const { deed, of } of steps) if (alive.length > 0 || ['say', 'goes', 'comes'].includes(deed)) deeds[deed]!(of);
  for (const frame of planted(told)) steady!.line!.hears(frame, 0);
  for (const one of unsteady) one.line ??= arrives(one.device, room);
  return ledger.judge([room.history()]).faults.map(({ kind }) => kind);
}

function arrives(device: DeviceRecord, room: ImaginedRoom): ConnectionRecord {
  const line = device.connects();
  line.greets({});
  line.syncs(room.since(device.marks()[room.id] ?? 0));
  return line;
}

const steps = fc.array(step, { minLength: 1, maxLength: 60 });
/** At least two messages, so that a fault can be injected. */
const eventful = steps.map((some) => [{ deed: 'say', of: 1 }, { deed: 'say', of: 2 }, ...some] as Step[]);

describe('the Ledger, for any history', () => {
  it('reports no fault if all promises are kept', () => {
    fc.assert(
      fc.property(steps, (history) => {
        expect(judged(history)).toEqual([]);
      }),
    );
  });

  it('reports one lost frame if a connection does not receive it', () => {
    fc.assert(
      fc.property(eventful, fc.nat(), (history, at) => {
        expect(judged(history, (told) => told.filter((_, index) => index !== at % told.length))).toEqual(['lost']);
      }),
    );
  });

  it('reports one doubled frame if a connection receives it twice, at any distance', () => {
    fc.assert(
      fc.property(eventful, fc.nat(), fc.nat(), (history, at, later) => {
        const doubling = (told: readonly Told[]): Told[] => {
          const which = at % told.length;
          return told.toSpliced(which + 1 + (later % (told.length - which)), 0, told[which]!);
        };
        expect(judged(history, doubling)).toEqual(['doubled']);
      }),
    );
  });

  it('reports one frame out of order if two frames are swapped', () => {
    fc.assert(
      fc.property(eventful, fc.nat(), (history, at) => {
        const swapping = (told: readonly Told[]): Told[] => {
          const which = at % (told.length - 1);
          return told.toSpliced(which, 2, told[which + 1]!, told[which]!);
        };
        expect(judged(history, swapping)).toEqual(['out_of_order']);
      }),
    );
  });
});
