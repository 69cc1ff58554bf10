import { PartitionableService } from '../../support/partitionable-service.js';
import { requestsInOutage } from '../../support/outage-requests.js';

let partitionable: PartitionableService;

beforeAll(async () => {
  partitionable = await PartitionableService.start();
});
afterAll(() => partitionable.stop());

it('each client makes at most 20 requests in an outage of 20 seconds, as in a failover, and loses nothing', async () => {
  const { report, librarySends } = await requestsInOutage(partitionable, 20_000);
  expect(report).toMatchObject({ kept: true, lost: 0 });
  expect(report.refused).toBeGreaterThan(0);
  expect(report.refused / report.devices).toBeLessThanOrEqual(20);
  expect(librarySends).toBeLessThanOrEqual(20);
  // About 45 seconds.
}, 120_000);
