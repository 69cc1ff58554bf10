import { PartitionableService } from '../support/partitionable-service.js';
import { requestsInOutage } from '../support/outage-requests.js';

let partitionable: PartitionableService;

beforeAll(async () => {
  partitionable = await PartitionableService.shared();
});
afterEach(() => partitionable.cable.mend());

/** Without a growing pause, and one request at a time, a client has made 8 requests and more in four seconds. */
const MOST_REQUESTS = 5;

it('each client makes few requests in an outage of four seconds, and loses nothing', async () => {
  const { report, librarySends } = await requestsInOutage(partitionable, 4_000);
  expect(report).toMatchObject({ kept: true, lost: 0 });
  expect(report.refused).toBeGreaterThan(0);
  expect(report.refused / report.devices).toBeLessThanOrEqual(MOST_REQUESTS);
  // Three first attempts, and one retry after two seconds.
  expect(librarySends).toBeLessThanOrEqual(4);
  // About 15 seconds.
});
