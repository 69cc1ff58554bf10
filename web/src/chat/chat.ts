import { LocalStorage, Parley } from '@parley/client';
import type { ParleyError, State } from '@parley/client';
import { effect, signal } from '@preact/signals';

import { APP_NAME, SOCKET_PATH } from '../deployment.js';
import { OpenRooms } from '../conversation/open-rooms.js';
import { toast } from '../design/toasts.js';
import { inWords } from '../error-words.js';
import { RoomList } from '../rooms/room-list.js';
import { accessToken } from '../session/session.js';
import type { Self } from '../session/session.js';
import { Acknowledgements } from './acknowledgements.js';
import { Attention } from './attention.js';
import { JoinRequests } from './join-requests.js';
import { Marks } from './marks.js';
import { Presences } from './presences.js';
import { TypingNow } from './typing-now.js';

function socketAddress(): string {
  const url = new URL(SOCKET_PATH, document.baseURI);
  url.protocol = url.protocol.replace('http', 'ws');
  return url.href;
}

/** Everything that a log-in has: the line to the service, and what is known by it. */
export class Chat {
  readonly state = signal<State>('offline');
  /** Why the line does not come back by itself. */
  readonly stopped = signal<ParleyError | null>(null);
  readonly parley: Parley;
  readonly rooms: RoomList;
  readonly marks: Marks;
  readonly presences: Presences;
  readonly typing: TypingNow;
  readonly joinRequests: JoinRequests;
  readonly openRooms: OpenRooms;
  private readonly ends: (() => void)[];

  constructor(readonly self: Self) {
    this.parley = new Parley({
      url: socketAddress(),
      token: accessToken,
      // Of this tab alone: a reload finds its unsent messages, and other tabs have their own.
      storage: new LocalStorage(`parley:line:${String(self.id)}`, sessionStorage),
    });
    this.rooms = new RoomList(this.parley, self);
    this.marks = new Marks(this.parley);
    this.presences = new Presences(this.parley, this.rooms, this.state);
    this.typing = new TypingNow(this.parley);
    this.joinRequests = new JoinRequests(this.parley, self);
    this.openRooms = new OpenRooms(this.parley, self);
    const acknowledgements = new Acknowledgements(this.parley, self);
    const attention = new Attention(this.parley, this.rooms, self);
    this.ends = [
      this.parley.on('state', (state) => {
        this.state.value = state;
      }),
      this.parley.on('error', (error) => {
        this.fails(error);
      }),
      effect(() => {
        const { value: unread } = this.rooms.unread;
        document.title = unread > 0 ? `(${String(unread)}) ${APP_NAME}` : APP_NAME;
      }),
      () => {
        acknowledgements.ends();
        attention.ends();
        this.presences.ends();
      },
    ];
  }

  /** Also after it was stopped. */
  connect(): void {
    this.stopped.value = null;
    // What becomes of it is told by `state` and `error`.
    this.parley.connect().catch(() => undefined);
  }

  close(): void {
    for (const end of this.ends) end();
    document.title = APP_NAME;
    void this.parley.close();
  }

  private fails(error: ParleyError): void {
    if (error.code === 'stopped') this.stopped.value = error;
    // That there is no network is said by the banner.
    else if (error.code !== 'token' && error.code !== 'offline') toast(inWords(error), true);
  }
}
