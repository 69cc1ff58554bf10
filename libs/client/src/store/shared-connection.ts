import type { ClientFrame } from '@parley/protocol';

import { ABNORMAL_CLOSURE } from '../codes.js';
import type { Socket, SocketConstructor } from '../options.js';
import { requestIdOf, routeOf } from './frame-routing.js';
import type { FromLeader, ToLeader } from './tab-messages.js';

type Listener = (event: unknown) => void;

/** The name of the leader's own socket among those of the tabs. */
const OWN = '';

/**
 * The one connection to the service, in the tab that leads. Requests of the other tabs get ids of their own; answers go
 * to the tab that asked, and everything that each connection of the user would receive goes to all tabs.
 */
export class SharedConnection {
  private real: Socket | undefined;
  private own: LeaderSocket | undefined;
  /** The first frame of the connection, which each socket begins with. */
  private first: string | undefined;
  private readonly sockets = new Set<string>();
  /** The users whose presence each socket watches. The service knows one list of a connection. */
  private readonly watched = new Map<string, readonly number[]>();

  constructor(
    private readonly WebSocket: SocketConstructor,
    private readonly post: (message: FromLeader) => void,
  ) {}

  /** Connects, for the socket of this tab. */
  open(own: LeaderSocket, url: string, protocols: string[]): void {
    const real = new this.WebSocket(url, protocols);
    this.own = own;
    this.real = real;
    real.addEventListener('message', ({ data }: { readonly data: unknown }) => {
      if (this.real === real) this.receive(String(data));
    });
    real.addEventListener('close', ({ code, reason }: { readonly code: number; readonly reason: string }) => {
      if (this.real === real) this.lose(code, reason);
    });
    real.addEventListener('error', () => undefined);
  }

  sendOwn(text: string): void {
    this.forward(OWN, JSON.parse(text) as ClientFrame);
  }

  /** The client of this tab gives its socket up. */
  closeOwn(own: LeaderSocket): void {
    if (this.own !== own) return;
    const { real } = this;
    this.lose(ABNORMAL_CLOSURE, '');
    real?.close(1000);
  }

  /** Another tab leads, to which the sockets of the others belong now. */
  abandon(): void {
    const { own, real } = this;
    this.forget();
    real?.close(1000);
    own?.emit('close', { code: ABNORMAL_CLOSURE, reason: 'Another tab leads.' });
  }

  receiveFromTab(message: ToLeader): void {
    const { socket } = message;
    if (message.type === 'close') this.remove(socket);
    else if (message.type === 'open') {
      this.sockets.add(socket);
      this.post({ type: 'opened', to: socket });
      if (this.first !== undefined) this.post({ type: 'frame', to: socket, text: this.first });
    } else if (this.sockets.has(socket)) this.forward(socket, JSON.parse(message.text) as ClientFrame);
  }

  private receive(text: string): void {
    if (this.first === undefined) {
      this.first = text;
      this.own?.emit('message', { data: text });
      for (const to of this.sockets) this.post({ type: 'frame', to, text });
      return;
    }
    const route = routeOf(text);
    const { socket } = route;
    if (socket !== undefined) this.post({ type: 'frame', to: socket, text: route.text });
    const ownText = socket === undefined ? route.text : route.others;
    if (route.others !== undefined) this.shareWithOthers(socket, route.others);
    if (ownText !== undefined) this.own?.emit('message', { data: ownText });
  }

  private shareWithOthers(requester: string | undefined, text: string): void {
    if (requester === undefined) this.post({ type: 'frame', text });
    else for (const to of this.sockets) if (to !== requester) this.post({ type: 'frame', to, text });
  }

  private forward(socket: string, frame: ClientFrame): void {
    if (socket !== OWN && frame.event_type === 'session.heartbeat') {
      // The connection is checked by the heartbeats of this tab: this one asks for the tab.
      this.post({ type: 'frame', to: socket, text: JSON.stringify({ status: 'success' }) });
      return;
    }
    const data = frame.event_type === 'presence.subscribe' ? this.watch(socket, frame.data) : frame.data;
    const { request_id: id } = frame;
    const request_id = id === undefined || socket === OWN ? id : requestIdOf(socket, id);
    this.real?.send(JSON.stringify({ ...frame, data, request_id }));
  }

  /** The users whom any tab watches. */
  private watch(socket: string, { user_ids: ids }: { readonly user_ids?: readonly number[] }): ClientFrame['data'] {
    this.watched.set(socket, ids ?? []);
    return { user_ids: [...new Set([...this.watched.values()].flat())] };
  }

  private lose(code: number, reason: string): void {
    const { own } = this;
    this.forget();
    this.post({ type: 'closed', code, reason });
    own?.emit('close', { code, reason });
  }

  private forget(): void {
    [this.real, this.own, this.first] = [undefined, undefined, undefined];
    this.sockets.clear();
    this.watched.clear();
  }

  private remove(socket: string): void {
    this.sockets.delete(socket);
    this.watched.delete(socket);
  }
}

/** The listeners, which all sockets of tabs have. */
export class TabSocket {
  private readonly listeners = new Map<string, Listener>();

  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, listener);
  }

  emit(type: 'message' | 'close', event: object): void {
    this.listeners.get(type)?.(event);
  }
}

export class LeaderSocket extends TabSocket implements Socket {
  constructor(
    private readonly connection: SharedConnection,
    url: string,
    protocols: string[],
  ) {
    super();
    connection.open(this, url, protocols);
  }

  send(text: string): void {
    this.connection.sendOwn(text);
  }

  close(): void {
    this.connection.closeOwn(this);
  }
}
