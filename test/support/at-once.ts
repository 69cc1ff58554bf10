import type { ChatClient } from './chat-client.js';
import type { Frame } from './frames.js';

export type Requested = readonly [device: ChatClient, event: string, data: object];

/** Sends the requests before any of them is answered. @returns the answers, in the order of the requests */
export async function atOnce(...requested: readonly Requested[]): Promise<Frame[]> {
  const requests = requested.map(([device, event, data]) => [device, device.sendRequest(event, data)] as const);
  return Promise.all(requests.map(([device, requestId]) => device.response(requestId)));
}
