import { setTimeout as delay } from 'node:timers/promises';

import { WebSocket } from 'ws';

import { TestApp } from './client.js';
import { eventually } from './eventually.js';
import type { PartitionableService } from './partitionable-service.js';
import { users } from './people.js';
import { verify } from './verify-run.js';
import type { Report } from './verify-run.js';

const ROOMS = 3;
const USERS = 6;

interface OutageResult {
  readonly report: Report;
  /** The sends of one client of the client library, with unsent messages in several rooms. */
  readonly librarySends: number;
}

/**
 * Makes the database unreachable while `parley verify` and a client of the client library send messages, and counts
 * their requests. Takes 8 seconds longer than the outage, and up to 10 more for the last pause.
 * @param outageMs its duration
 */
export async function requestsInOutage(partitionable: PartitionableService, outageMs: number): Promise<OutageResult> {
  const { parley, serviceData, cable } = partitionable;
  let librarySends = 0;
  const CountingSocket = class extends WebSocket {
    constructor(_url: string, protocols: string[]) {
      super(`${parley.url.replace('http', 'ws')}/messaging/`, protocols);
    }

    override send(frame: string): void {
      if (frame.includes('"message.send"')) librarySends += 1;
      super.send(frame);
    }
  };
  const { alice, bob } = await users(parley, 'alice', 'bob');
  // The library's own timing, as in an application.
  const app = await TestApp.connect(alice, parley, { WebSocket: CountingSocket, timing: {} });
  const make = { type: 'GroupChat', name: 'Outage', participants: [bob.id] } as const;
  const rooms = await Promise.all(Array.from({ length: ROOMS }, () => app.chat.rooms.create(make)));

  let isRunning = false;
  const minutes = String((outageMs + 3_000) / 60_000);
  const words = ['--url', parley.url, '--json', '--users', String(USERS), '--minutes', minutes, '--rate', '30'];
  const run = verify(serviceData, words, {
    watches: (sent) => {
      isRunning ||= sent.includes('running...');
    },
  });
  await eventually(() => isRunning, 20_000);
  cable.cut();
  const sent = rooms.map(({ id }) => app.chat.rooms.open(id).send('sent during the outage'));
  await delay(outageMs);
  const sendsInOutage = librarySends;
  cable.mend();
  await eventually(() => partitionable.isReady(), 20_000);
  // Later than the longest pause of the library.
  await Promise.all(sent);
  await app.chat.close();
  const { out, errors } = await run;
  if (out === '') throw new Error(`There is no report:\n${errors}`);
  return { report: JSON.parse(out) as Report, librarySends: sendsInOutage };
}
