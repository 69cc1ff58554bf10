import { describeHub, describeHubOfTwoNodes, FakeConnection, frameOf, someRoom } from '../hub/hub-contract.js';
import { eventually } from '../support/eventually.js';
import { HubNode, twoHubNodes } from '../support/hub-nodes.js';
import { RedisCluster } from '../support/redis-cluster.js';

let cluster: RedisCluster;
beforeAll(async () => {
  cluster = await RedisCluster.start();
});
afterAll(() => cluster.stop());

describe('a hub on a Redis Cluster', () => {
  describeHub(() => twoHubNodes(cluster.url));
  describeHubOfTwoNodes(() => twoHubNodes(cluster.url));
});
