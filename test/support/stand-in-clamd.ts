import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** Bytes with this text are infected. */
export const VIRUS = 'parley-test-virus';
export const SIGNATURE = 'Parley.Test.Virus';
/** The bytes by which the service checks whether the scanner answers. */
const SAMPLE = 'Parley tries its scanner.\n';

/** The reaction of the stand-in in place of a verdict. */
export type ClamdFault =
  | 'closes at once'
  | 'closes after the bytes'
  | 'refuses the size'
  | 'replies an error'
  | 'never ends its reply'
  | 'finds something in every file'
  | 'lies';

const COMMAND = 'zINSTREAM\0';

const REPLIES: Partial<Record<ClamdFault, string>> = {
  'replies an error': "stream: Can't allocate memory ERROR\0",
  'never ends its reply': 'x'.repeat(5_000),
  'finds something in every file': `stream: ${SIGNATURE} FOUND\0`,
  lies: 'stream: FOUND OK\0',
};

/** A clamd on loopback that understands INSTREAM, and nothing else. */
export class StandInClamd {
  /** The files whose bytes have all arrived, as text, in their order. */
  readonly scanned: string[] = [];
  fault: ClamdFault | undefined;
  /** Verdicts on files wait for it. */
  held: Promise<void> | undefined;
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;

  static async start(): Promise<StandInClamd> {
    const clamd = new StandInClamd();
    await clamd.open();
    return clamd;
  }

  get address(): string {
    return `127.0.0.1:${String(this.port)}`;
  }

  /** Listens, on the same port as before. */
  async open(): Promise<void> {
    this.server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
      void this.serve(socket);
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Ends all connections, and listens no more. */
  async close(): Promise<void> {
    const { server } = this;
    if (!server?.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Holds verdicts on files. @returns lets them go */
  hold(): () => void {
    let release = (): void => undefined;
    this.held = new Promise((resolve) => {
      release = resolve;
    });
    return () => {
      this.held = undefined;
      release();
    };
  }

  private async serve(socket: Socket): Promise<void> {
    if (this.fault === 'closes at once') {
      socket.destroy();
      return;
    }
    const text = await this.received(socket).catch(() => undefined);
    if (text === undefined) return;
    if (text !== SAMPLE) {
      this.scanned.push(text);
      await this.held;
    }
    if (this.fault === 'closes after the bytes') socket.destroy();
    else socket.end(this.reply(text));
  }

  private reply(text: string): string {
    return (
      REPLIES[this.fault ?? 'closes at once'] ??
      (text.includes(VIRUS) ? `stream: ${SIGNATURE} FOUND\0` : 'stream: OK\0')
    );
  }

  /** @returns the bytes of the file; undefined: it was refused */
  private async received(socket: Socket): Promise<string | undefined> {
    let bytes = Buffer.alloc(0);
    let file = Buffer.alloc(0);
    let at = COMMAND.length;
    for await (const part of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes = Buffer.concat([bytes, part]);
      if (bytes.length >= COMMAND.length && bytes.toString('latin1', 0, COMMAND.length) !== COMMAND)
        throw new Error('no INSTREAM');
      for (; bytes.length >= at + 4;) {
        const length = bytes.readUInt32BE(at);
        if (length === 0) return file.toString('latin1');
        if (this.fault === 'refuses the size') {
          socket.end('INSTREAM size limit exceeded. ERROR\0');
          return undefined;
        }
        if (bytes.length < at + 4 + length) break;
        file = Buffer.concat([file, bytes.subarray(at + 4, at + 4 + length)]);
        at += 4 + length;
      }
    }
    return undefined;
  }
}
