import { once } from 'node:events';

import { WebSocket } from 'ws';

/** Opens the inspector of a process, whose address the process prints. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

const ADDRESS = /Debugger listening on (ws:\S+)/;
const LOOK = 'JSON.stringify({ memory: process.memoryUsage(), holds: process.getActiveResourcesInfo() })';

interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
}

/** The memory of a process after garbage collection, in bytes, and the number of its handles by type. */
export interface Holding {
  readonly memory: Memory;
  readonly handles: Readonly<Record<string, number>>;
}

/** Reads the heap of a process by its inspector. The process runs the product's program unchanged. */
export class Inspector {
  private requested = 0;

  private constructor(private readonly socket: WebSocket) {}

  /** @param output the output of the process */
  static async attach(output: string): Promise<Inspector> {
    const socket = new WebSocket(ADDRESS.exec(output)![1]!);
    await once(socket, 'open');
    return new Inspector(socket);
  }

  async holding(): Promise<Holding> {
    // The first collection finalizes objects whose memory only the second can free.
    for (let time = 0; time < 2; time += 1) await this.evaluate('HeapProfiler.collectGarbage', {});
    const { result } = await this.evaluate<{ result: { value: string } }>('Runtime.evaluate', { expression: LOOK });
    const { memory, holds } = JSON.parse(result.value) as { memory: Memory; holds: string[] };
    const handles: Record<string, number> = {};
    for (const kind of holds) handles[kind] = (handles[kind] ?? 0) + 1;
    return { memory, handles };
  }

  async leave(): Promise<void> {
    this.socket.close();
    await once(this.socket, 'close');
  }

  async evaluate<Result>(method: string, params: object): Promise<Result> {
    const id = ++this.requested;
    this.socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [data] = (await once(this.socket, 'message')) as [Buffer];
      const answer = JSON.parse(data.toString()) as { id?: number; result: Result };
      if (answer.id === id) return answer.result;
    }
  }
}
