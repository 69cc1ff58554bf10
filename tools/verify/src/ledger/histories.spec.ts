import fc from 'fast-check';

import { SimulatedRoom, simulatedUser, uuid } from '../../../../test/support/simulated-room.js';
import type { SimulatedEvent } from '../../../../test/support/simulated-room.js';
import type { ConnectionRecord, DeviceRecord } from './device-record.js';
import { Ledger } from './ledger.js';
import { withMarker } from './sent-message.js';

const PEOPLE = [simulatedUser(1, 'alice'), simulatedUser(2, 'bob'), simulatedUser(3, 'carol')];

/** The next action, and the index of the message or device that it concerns. */
const step = fc.record({
  act: fc.constantFrom('say', 'say', 'say', 'edit', 'delete', 'react', 'goes', 'comes'),
  of: fc.nat(1_000),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Changes the frames of the device that stays connected, to inject a fault. */
type RecordedFrames = (sent: readonly SimulatedEvent[]) => readonly SimulatedEvent[];

interface Presence {
  readonly device: DeviceRecord;
  frames: ConnectionRecord | undefined;
}

/** Plays a history: one device stays connected, two disconnect and reconnect. @returns the kinds of the faults */
function judged(steps: readonly Step[], planted: RecordedFrames = (sent) => sent): string[] {
  const ledger = new Ledger();
  const room = new SimulatedRoom();
  const alive: string[] = [];
  const sent: SimulatedEvent[] = [];
  const devices = PEOPLE.map(({ username }) => ledger.device(username, 1, [room.id]));
  const [steady, ...unsteady] = devices.map((device): Presence => ({
    device,
    frames: deliverTo(device, room),
  }));
  const deliver = (frame: SimulatedEvent): void => {
    sent.push(frame);
    for (const { frames } of unsteady) frames?.receive(frame, 0);
  };
  const acts: Record<string, (of: number) => void> = {
    say: (of) => {
      const clientMessageId = uuid('c', room.lastSeq);
      const { username: sender } = PEOPLE[of % PEOPLE.length]!;
      const sending = { clientMessageId, roomId: room.id, sender, content: withMarker(clientMessageId, String(of)) };
      const attempt = ledger.recordAttempt(sending, 0);
      const frame = room.send(PEOPLE[of % PEOPLE.length]!, sending.content);
      attempt.accepted(frame.data, false, 0);
      alive.push(frame.data.id);
      deliver(frame);
    },
    edit: (of) => {
      const id = alive[of % alive.length]!;
      const { text } = ledger.state(id)!;
      const content = `${text.settled}, ${String(of)}`;
      const edit = text.attempt(content)();
      deliver(room.edit(id, content));
      edit.accepted();
    },
    delete: (of) => {
      const [id] = alive.splice(of % alive.length, 1);
      ledger.state(id!)!.deleted.attempt(true)().accepted();
      deliver(room.delete(id!));
    },
    react: (of) => {
      const id = alive[of % alive.length]!;
      const user = PEOPLE[of % PEOPLE.length]!;
      ledger.state(id)!.reactionOf(user.id).attempt(String(of))().accepted();
      deliver(room.react(id, user, String(of)));
    },
    goes: (of) => {
      const one = unsteady[of % unsteady.length]!;
      one.frames?.close();
      one.frames = undefined;
    },
    comes: (of) => {
      const one = unsteady[of % unsteady.length]!;
      one.frames ??= deliverTo(one.device, room);
    },
  };
  for (const { act, of } of steps) if (alive.length > 0 || ['say', 'goes', 'comes'].includes(act)) acts[act]!(of);
  for (const frame of planted(sent)) steady!.frames!.receive(frame, 0);
  for (const one of unsteady) one.frames ??= deliverTo(one.device, room);
  return ledger.judge([room.history()]).faults.map(({ kind }) => kind);
}

function deliverTo(device: DeviceRecord, room: SimulatedRoom): ConnectionRecord {
  const line = device.connect();
  line.receiveSnapshot({});
  line.receiveSyncPage(room.since(device.positions()[room.id] ?? 0));
  return line;
}

const steps = fc.array(step, { minLength: 1, maxLength: 60 });
/** At least two messages, so that a fault can be injected. */
const eventful = steps.map((some) => [{ act: 'say', of: 1 }, { act: 'say', of: 2 }, ...some] as Step[]);

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
        expect(judged(history, (sent) => sent.filter((_, index) => index !== at % sent.length))).toEqual(['lost']);
      }),
    );
  });

  it('reports one doubled frame if a connection receives it twice, at any distance', () => {
    fc.assert(
      fc.property(eventful, fc.nat(), fc.nat(), (history, at, later) => {
        const doubling = (sent: readonly SimulatedEvent[]): SimulatedEvent[] => {
          const which = at % sent.length;
          return sent.toSpliced(which + 1 + (later % (sent.length - which)), 0, sent[which]!);
        };
        expect(judged(history, doubling)).toEqual(['doubled']);
      }),
    );
  });

  it('reports one frame out of order if two frames are swapped', () => {
    fc.assert(
      fc.property(eventful, fc.nat(), (history, at) => {
        const swapping = (sent: readonly SimulatedEvent[]): SimulatedEvent[] => {
          const which = at % (sent.length - 1);
          return sent.toSpliced(which, 2, sent[which + 1]!, sent[which]!);
        };
        expect(judged(history, swapping)).toEqual(['out_of_order']);
      }),
    );
  });
});
