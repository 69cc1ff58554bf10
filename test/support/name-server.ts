import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

/** The addresses of a name, of both families. */
type Answer = readonly string[];

const HEAD_BYTES = 12;
const A = 1;
const AAAA = 28;

/** A name server on this machine (RFC 1035), whose answers for a name may change with each lookup. */
export class NameServer {
  private readonly answers = new Map<string, Answer[]>();
  /** The names of all lookups. */
  readonly asked: string[] = [];

  private constructor(private readonly socket: Socket) {}

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4');
    const server = new NameServer(socket);
    socket.on('message', (query, { address, port }) => socket.send(server.response(query), port, address));
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return server;
  }

  stop(): void {
    this.socket.close();
  }

  /** A name resolves to each answer once, one after the other, and to the last one from then on. */
  changes(name: string, ...answers: readonly Answer[]): void {
    this.answers.set(name, [...answers]);
  }

  /** The addresses of a name, without a cache. Its lookup ends before the answer changes. */
  async addresses(name: string): Promise<{ address: string; family: 4 | 6 }[]> {
    const resolver = new Resolver();
    resolver.setServers([`127.0.0.1:${String(this.socket.address().port)}`]);
    const [of6, of4] = await Promise.all([
      resolver.resolve6(name).catch(() => []),
      resolver.resolve4(name).catch(() => []),
    ]);
    this.asked.push(name);
    const answers = this.answers.get(name) ?? [];
    if (answers.length > 1) answers.shift();
    return [
      ...of6.map((address) => ({ address, family: 6 as const })),
      ...of4.map((address) => ({ address, family: 4 as const })),
    ];
  }

  /** The question of a query comes back with the addresses of its family, which nobody may keep. */
  private response(query: Buffer): Buffer {
    const { name, end } = nameIn(query);
    const type = query.readUInt16BE(end);
    const [found = []] = this.answers.get(name) ?? [];
    const wanted = found.filter((address) => type === (isIPv6(address) ? AAAA : A));
    const head = Buffer.alloc(HEAD_BYTES);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(wanted.length, 6);
    return Buffer.concat([
      head,
      query.subarray(HEAD_BYTES, end + 4),
      ...wanted.map((address) => record(type, address)),
    ]);
  }
}

function nameIn(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEAD_BYTES;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** A resource record for the name of the question, with a lifetime of zero seconds. */
function record(type: number, address: string): Buffer {
  const bytes = type === AAAA ? bytesOf6(address) : Buffer.from(address.split('.').map(Number));
  const head = Buffer.from([0xc0, HEAD_BYTES, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
  return Buffer.concat([head, bytes]);
}

function bytesOf6(address: string): Buffer {
  const [before = '', after = ''] = address.split('::');
  const [first, last] = [before, after].map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - first!.length - last!.length).fill('0');
  const groups = [...first!, ...zeros, ...last!].map((group) => Number.parseInt(group, 16));
  return Buffer.from(groups.flatMap((group) => [Math.floor(group / 256), group % 256]));
}
