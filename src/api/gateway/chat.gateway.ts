import type { Duplex } from 'node:stream';

import { Logger } from '@nestjs/common';
import { WebSocketGateway } from '@nestjs/websockets';
import type { OnGatewayConnection } from '@nestjs/websockets';
import { CloseCode } from '@parley/protocol';
import { Hub, roomIdOf, userGroup } from '@parley/realtime/hub';
import {
  ConnectionGroups,
  EventRegistry,
  InitialSnapshots,
  isWithin,
  SessionRegistry,
} from '@parley/realtime/requests';
import { LogSequencers } from '@parley/realtime/ordering';
import type { RawData, WebSocket } from 'ws';

import { SocketTokenRegistry } from '../../features/auth/sockets/socket-token-registry.js';
import type { AuthenticatedSocket } from '../../features/auth/sockets/socket-token-registry.js';
import { Config } from '../../platform/config/config.js';
import { LogRecord } from '../../platform/logging/log-record.js';
import type { Fields } from '../../platform/logging/log-record.js';
import { UserBudgets } from '../../platform/user-budgets/user-budgets.js';
import { ConnectionLimit } from './connection-limit.js';
import { EventRateLimit } from './event-rate.js';
import { FrameLoop } from './frame-loop.js';
import { FrameWatch } from './frame-watch.js';
import { OpenSockets } from './open-sockets.js';
import { SocketConnection } from './socket-connection.js';
import { SocketMetrics } from './socket-metrics.js';
import { UnsentByUser } from './send-buffer.js';

/** A socket of this node, with its frame loop. */
interface OpenSocket {
  readonly connection: SocketConnection;
  readonly loop: FrameLoop;
  readonly userId: number;
}

/** Opens and closes connections. It knows no feature: events are found by their names. */
@WebSocketGateway()
export class ChatGateway implements OnGatewayConnection {
  private readonly log = new Logger(ChatGateway.name);

  constructor(
    private readonly config: Config,
    private readonly hub: Hub,
    private readonly sequencers: LogSequencers,
    private readonly registry: EventRegistry,
    private readonly groups: ConnectionGroups,
    private readonly snapshots: InitialSnapshots,
    private readonly sessions: SessionRegistry,
    private readonly sockets: OpenSockets,
    private readonly limit: ConnectionLimit,
    private readonly socketTokens: SocketTokenRegistry,
    private readonly metrics: SocketMetrics,
    private readonly unsent: UnsentByUser,
    private readonly budgets: UserBudgets,
  ) {}

  /**
   * Called by the adapter with a socket whose token is valid and whose user is within the limit of connections.
   * @param socket the TCP or TLS socket under `ws`
   * @param device the client's own description of itself
   * @param requestId the id of the handshake
   * @param address of the client
   */
  handleConnection(
    ws: WebSocket,
    socket: Duplex,
    identity: AuthenticatedSocket,
    device: string,
    requestId: string,
    address: string,
  ): void {
    const { id: userId } = identity.actor.user;
    const connection = new SocketConnection(
      ws,
      socket,
      this.hub,
      this.config.sockets.maxUnsentBytes,
      this.unsent.of(userId),
      this.metrics,
      { user: userId, address },
    );
    const watch = new FrameWatch({ connection: connection.id, user: userId }, this.log);
    const loop = new FrameLoop(
      connection,
      this.rateLimitOf(userId),
      identity.actor,
      this.registry,
      this.metrics,
      watch,
      this.budgets,
    );
    const open: OpenSocket = { connection, loop, userId };
    this.listen(ws, open);
    this.sockets.add(open);
    this.socketTokens.add(connection, identity);
    this.metrics.connectionOpened();
    this.sessions.opened({ connection, userId, device });
    this.debug('A connection has opened', open, { request_id: requestId });
    this.start(open, identity).catch((error: unknown) => {
      const fields = { connection: connection.id, user: userId, request_id: requestId };
      this.log.error(LogRecord.fromError(error, fields, 'A connection could not be opened'));
      connection.close(CloseCode.internal, 'try again');
    });
  }

  private rateLimitOf(userId: number): EventRateLimit {
    return new EventRateLimit(this.config.sockets, (now) => this.budgets.arrived(userId, now));
  }

  /** A function of its own, as {@link rateLimitOf}, so that its closures keep nothing of the handshake. */
  private listen(ws: WebSocket, open: OpenSocket): void {
    const { connection, loop } = open;
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
      this.debug('A connection has closed', open, { code });
    });
  }

  /**
   * The connection joins the group of its user, then those of its rooms; then its snapshot is read, and the frames that
   * came meanwhile follow it. A change that is committed after the snapshot finds the connection in its groups.
   */
  private async start({ connection, loop }: OpenSocket, identity: AuthenticatedSocket): Promise<void> {
    const { user, rooms } = identity.actor;
    this.hub.add(connection, [userGroup(user.id)], rooms);
    const groups = (await this.groups.groupsOf(user.id, identity.roomsVersion)).filter((group) =>
      isWithin({ rooms }, roomIdOf(group) ?? ''),
    );
    if (!connection.isOpen) return;
    this.hub.join(connection, groups);
    this.sequencers.connectionJoined(connection.id, [userGroup(user.id), ...groups]);
    const { frame, deduplicator, ...reached } = await this.snapshots.read(identity.actor, connection.id);
    this.sequencers.snapshotRead(connection.id, reached);
    connection.start(frame, deduplicator, (roomId, seq) => this.sequencers.isPast(roomId, seq));
    loop.start();
  }

  private debug(text: string, { connection, userId }: OpenSocket, fields: Fields): void {
    if (!Logger.isLevelEnabled('debug')) return;
    this.log.debug(LogRecord.from(text, { connection: connection.id, user: userId, ...fields }));
  }

  private forget(socket: OpenSocket, code: number): void {
    socket.loop.stop();
    socket.connection.hasClosed();
    this.unsent.remove(socket.userId, socket.connection);
    this.sequencers.connectionClosed(socket.connection.id);
    this.hub.remove(socket.connection);
    this.sockets.remove(socket);
    this.limit.left(socket.userId);
    this.sessions.closed(socket.connection.id, socket.connection.endedWith(code));
    this.socketTokens.remove(socket.connection.id);
    this.metrics.connectionClosed();
  }
}
