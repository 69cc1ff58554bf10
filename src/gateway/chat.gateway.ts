import type { Duplex } from 'node:stream';

import { Logger } from '@nestjs/common';
import { WebSocketGateway } from '@nestjs/websockets';
import type { OnGatewayConnection } from '@nestjs/websockets';
import { CloseCode } from '@parley/protocol';
import { Hub, userGroup } from '@parley/realtime/hub';
import { EventRegistry, Greeter, GroupsOf, SessionLog } from '@parley/realtime/inbound';
import { RoomLines } from '@parley/realtime/log';
import type { RawData, WebSocket } from 'ws';

import { AdmittedSockets } from '../auth/index.js';
import type { AuthenticatedSocket } from '../auth/index.js';
import { Config } from '../config/index.js';
import { LogRecord } from '../logging/index.js';
import type { Fields } from '../logging/index.js';
import { ConnectionLimit } from './connection-limit.js';
import { EventPace } from './event-pace.js';
import { FrameLoop } from './frame-loop.js';
import { FrameWatch } from './frame-watch.js';
import { OpenSockets } from './open-sockets.js';
import type { OpenSocket } from './open-sockets.js';
import { SocketConnection } from './socket-connection.js';
import { SocketMetrics } from './socket-metrics.js';

/** Sockets in, frames through. No word of any feature may appear here: events are found by name. */
@WebSocketGateway()
export class ChatGateway implements OnGatewayConnection {
  private readonly log = new Logger(ChatGateway.name);

  constructor(
    private readonly config: Config,
    private readonly hub: Hub,
    private readonly lines: RoomLines,
    private readonly registry: EventRegistry,
    private readonly groups: GroupsOf,
    private readonly greeter: Greeter,
    private readonly sessions: SessionLog,
    private readonly sockets: OpenSockets,
    private readonly limit: ConnectionLimit,
    private readonly admitted: AdmittedSockets,
    private readonly metrics: SocketMetrics,
  ) {}

  /**
   * Called by the adapter with a socket whose token has been checked, and whose user may have one more.
   * @param socket that of `ws`
   * @param device what the client calls itself
   * @param requestId of the handshake
   */
  handleConnection(
    ws: WebSocket,
    socket: Duplex,
    identity: AuthenticatedSocket,
    device: string,
    requestId: string,
  ): void {
    const connection = new SocketConnection(ws, socket, this.hub, this.config.sockets.maxUnsentBytes, this.metrics);
    const pace = new EventPace(this.config.sockets);
    const { id: userId } = identity.actor.user;
    const watch = new FrameWatch({ connection: connection.id, user: userId }, this.log);
    const loop = new FrameLoop(connection, pace, identity.actor, this.registry, this.metrics, watch);
    const open: OpenSocket = { connection, loop, userId };
    ws.on('message', (data: RawData, isBinary: boolean) => {
      if (isBinary) connection.close(CloseCode.unsupportedData, 'text frames only');
      else loop.receive((data as Buffer).toString());
    });
    ws.on('ping', (payload: Buffer) => {
      if (loop.receiveControl()) connection.pong(payload);
    });
    ws.on('pong', () => loop.receiveControl());
    ws.on('close', (code: number) => {
      this.forget(open, code);
      this.tell('A connection has closed', open, { code });
    });
    this.sockets.add(open);
    this.admitted.add(connection, identity);
    this.metrics.connectionOpened();
    this.sessions.opened({
      connection,
      userId,
      device,
    });
    this.tell('A connection has opened', open, { request_id: requestId });
    this.welcome(open, identity).catch((error: unknown) => {
      const fields = { connection: connection.id, user: userId, request_id: requestId };
      this.log.error(LogRecord.ofThrown(error, fields, 'A connection could not be opened'));
      connection.close(CloseCode.internal, 'try again');
    });
  }

  /**
   * The connection hears its user from the first moment, then its rooms; then the snapshot is read, and what was heard
   * meanwhile follows it. Whatever is committed after the snapshot finds the connection in its groups.
   */
  private async welcome({ connection, loop }: OpenSocket, identity: AuthenticatedSocket): Promise<void> {
    const { user } = identity.actor;
    this.hub.add(connection, [userGroup(user.id)]);
    const groups = await this.groups.groupsOf(user.id, identity.roomsVersion);
    if (!connection.isOpen) return;
    this.hub.join(connection, groups);
    this.lines.connectionArrives(connection.id, groups);
    const { frame, included, numbers } = await this.greeter.welcome(identity.actor, connection.id);
    this.lines.connectionArrived(connection.id, numbers);
    connection.welcome(frame, included);
    loop.start();
  }

  private tell(text: string, { connection, userId }: OpenSocket, fields: Fields): void {
    if (!Logger.isLevelEnabled('debug')) return;
    this.log.debug(LogRecord.of(text, { connection: connection.id, user: userId, ...fields }));
  }

  private forget(socket: OpenSocket, code: number): void {
    socket.loop.stop();
    this.lines.connectionGone(socket.connection.id);
    this.hub.remove(socket.connection);
    this.sockets.remove(socket);
    this.limit.left(socket.userId);
    this.admitted.remove(socket.connection.id);
    this.sessions.closed(socket.connection.id, socket.connection.endedWith(code));
    this.metrics.connectionClosed();
  }
}
