import type { Client } from 'pg';

import { connected } from '../support/database.js';
import { createGroup } from '../support/messaging.js';
import { users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { StatementGate } from '../support/statement-gate.js';
import { isStored } from '../support/stored-files.js';
import { attachmentIn, FileClient, longTextFile, sendFiles, sha256 } from '../support/uploads.js';

let serviceData: ServiceData;
let gate: StatementGate;
let database: Client;
/** Its statements can be held. */
let slow: Service;
let quick: Service;

beforeAll(async () => {
  serviceData = await newServiceData();
  gate = await StatementGate.to(serviceData.env.DATABASE_URL!);
  [slow, quick] = await Promise.all([
    Service.start({ DATABASE_URL: gate.databaseUrl }, serviceData),
    Service.start({}, serviceData),
  ]);
  database = await connected(serviceData);
});
afterAll(async () => {
  gate.open();
  await database.end();
  await Promise.all([slow.stop(), quick.stop()]);
  await gate.close();
  await serviceData.remove();
});

describe('a node that stands still while it checks a file', () => {
  it('does not delete the file that another node has checked meanwhile', async () => {
    const { alice } = await users(quick, 'alice');
    const device = await alice.connect(quick);
    const { id: roomId } = await createGroup(device, []);
    const [onSlow, onQuick] = [new FileClient(slow, alice), new FileClient(quick, alice)];
    const file = longTextFile(10_000);
    const { upload_id: id } = (await onSlow.create(roomId, file)).body;
    // The statement that notes that the file is ready is the only one with its digest.
    const held = gate.holdAfter(0, [sha256(file.bytes)]);
    const appended = onSlow.append(id, 0, file.bytes);
    await held;
    // As the time of the lock passes.
    await database.query('UPDATE uploads SET lock_owner = NULL, locked_until = NULL WHERE id = $1', [id]);
    expect(await onQuick.complete(id)).toMatchObject({ status: 200, body: { state: 'ready' } });
    const message = await sendFiles(device, roomId, id);
    gate.open();
    expect((await appended).status).toBe(204);
    expect(isStored(serviceData, id)).toBe(true);
    const { status, body } = await onQuick.read(attachmentIn(message).media_url);
    expect([status, body.equals(file.bytes)]).toEqual([200, true]);
    await device.close();
  });

  it('leaves nothing of a file that its author has cancelled meanwhile', async () => {
    const { alice } = await users(quick, 'alice');
    const device = await alice.connect(quick);
    const { id: roomId } = await createGroup(device, []);
    await device.close();
    const [onSlow, onQuick] = [new FileClient(slow, alice), new FileClient(quick, alice)];
    const file = longTextFile(20_000);
    const { upload_id: id } = (await onSlow.create(roomId, file)).body;
    const held = gate.holdAfter(0, [sha256(file.bytes)]);
    const appended = onSlow.append(id, 0, file.bytes);
    await held;
    expect((await onQuick.cancel(id)).status).toBe(204);
    await database.query('DELETE FROM uploads WHERE id = $1', [id]);
    gate.open();
    expect((await appended).status).toBe(404);
    expect(isStored(serviceData, id)).toBe(false);
  });
});
