import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import type { Environment } from './environment.js';
import { eventually } from './eventually.js';
import type { Frame } from './frames.js';
import { newServiceData } from './service-data.js';
import type { ServiceData } from './service-data.js';
import { prepared } from './run.js';
import { Service } from './service.js';
import { checkedAfterEachFile } from './shared-services.js';
import { sendMessage } from './messaging.js';
import { TcpProxy } from './tcp-proxy.js';

let shared: Promise<TwoNodes> | undefined;

/** Two nodes of one deployment, and the proxy between them and Redis. */
export class TwoNodes {
  private constructor(
    readonly serviceData: ServiceData,
    readonly cable: TcpProxy,
    private readonly env: Environment,
    readonly here: Service,
    readonly there: Service,
  ) {}

  /** @param others settings that differ from those of all specs */
  static async start(others: Environment = {}): Promise<TwoNodes> {
    return TwoNodes.by((env, serviceData) => Service.start(env, serviceData), others);
  }

  /**
   * The nodes that all spec files of this worker share, like {@link sharedService}. A spec mends the proxy that it
   * cuts.
   */
  static shared(): Promise<TwoNodes> {
    return (shared ??= TwoNodes.by(async (env, serviceData) =>
      checkedAfterEachFile(await Service.startShared(env, serviceData)),
    ));
  }

  private static async by(
    start: (env: Environment, serviceData: ServiceData) => Promise<Service>,
    others: Environment = {},
  ): Promise<TwoNodes> {
    const serviceData = await newServiceData();
    const { hostname, port } = new URL(prepared('redis').url);
    const cable = await TcpProxy.to(hostname, Number(port));
    const env = { ...others, REDIS_URL: `redis://127.0.0.1:${String(cable.port)}` };
    const [here, there] = await Promise.all([start(env, serviceData), start(env, serviceData)]);
    return new TwoNodes(serviceData, cable, env, here, there);
  }

  /** Starts a further node of the deployment, which the spec stops. */
  another(): Promise<Service> {
    return Service.start(this.env, this.serviceData);
  }

  async stop(): Promise<void> {
    await Promise.all([this.here.stop(), this.there.stop()]);
    await this.cable.close();
    await this.serviceData.remove();
  }
}

/**
 * Waits until the other node has subscribed, which takes a moment. The receiver has received everything that was sent
 * before the return.
 */
export async function expectDelivery(sender: ChatClient, hearer: ChatClient, room: Pick<Room, 'id'>): Promise<void> {
  let received: Frame[] = [];
  let last: Message | undefined;
  await eventually(async () => {
    last = await sendMessage(sender, room, 'can you hear me?');
    received = await hearer.drain();
    return received.some(isMessage);
  });
  const isLast = ({ data }: Frame): boolean => (data as Message).id === last?.id;
  if (!received.some((frame) => isMessage(frame) && isLast(frame))) await hearer.receive('message.dispatch', isLast);
}

const isMessage = ({ eventType }: Frame): boolean => eventType === 'message.dispatch';
