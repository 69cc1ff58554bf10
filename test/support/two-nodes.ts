import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import type { Environment } from './environment.js';
import { eventually } from './eventually.js';
import type { Frame } from './frames.js';
import { newPlace } from './place.js';
import type { Place } from './place.js';
import { told } from './run.js';
import { Service } from './service.js';
import { says } from './talk.js';
import { TcpProxy } from './tcp-proxy.js';

/** Two nodes of one deployment, and the proxy between them and Redis. */
export class TwoNodes {
  private constructor(
    readonly place: Place,
    readonly cable: TcpProxy,
    readonly here: Service,
    readonly there: Service,
  ) {}

  /** @param others settings that differ from those of all specs */
  static async start(others: Environment = {}): Promise<TwoNodes> {
    const place = await newPlace();
    const { hostname, port } = new URL(told('redis').url);
    const cable = await TcpProxy.to(hostname, Number(port));
    const env = { ...others, REDIS_URL: `redis://127.0.0.1:${String(cable.port)}` };
    const [here, there] = await Promise.all([Service.start(env, place), Service.start(env, place)]);
    return new TwoNodes(place, cable, here, there);
  }

  async stop(): Promise<void> {
    await Promise.all([this.here.stop(), this.there.stop()]);
    await this.cable.close();
    await this.place.remove();
  }
}

/**
 * Waits until the other node has subscribed, which takes a moment. The receiver has received everything that was sent
 * before the return.
 */
export async function reaches(speaker: ChatClient, hearer: ChatClient, room: Pick<Room, 'id'>): Promise<void> {
  let heard: Frame[] = [];
  let last: Message | undefined;
  await eventually(async () => {
    last = await says(speaker, room, 'can you hear me?');
    heard = await hearer.rest();
    return heard.some(isMessage);
  });
  const isLast = ({ data }: Frame): boolean => (data as Message).id === last?.id;
  if (!heard.some((frame) => isMessage(frame) && isLast(frame))) await hearer.hears('message.dispatch', isLast);
}

const isMessage = ({ eventType }: Frame): boolean => eventType === 'message.dispatch';
