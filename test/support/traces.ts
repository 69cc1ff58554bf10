import { eventually } from './eventually.js';
import type { Service } from './service.js';

/** The fields of `parley messages trace` that specs read. */
export interface PrintedTrace {
  readonly verdict: { readonly kind: string; readonly text: string };
  readonly message: Readonly<Record<string, unknown>>;
  readonly membership: Readonly<Record<string, unknown>>;
  readonly parts: Readonly<Record<string, unknown>>;
  readonly sessions: readonly {
    readonly open_at_commit: boolean;
    readonly closed_at: string | null;
    readonly close_code: number | null;
    readonly close_reason: string | null;
    readonly syncs: readonly object[];
  }[];
  readonly receipt: { readonly delivered_at: string | null; readonly read_at: string | null };
  readonly story: readonly { readonly at: string | null; readonly text: string }[];
  readonly unknown: readonly { readonly what: string; readonly known: false; readonly reason: string }[];
}

export const traceOf = async (service: Service, messageId: string, username: string): Promise<PrintedTrace> =>
  (await service.parley('messages', 'trace', messageId, username)) as PrintedTrace;

/** The trace once it has this verdict: sessions and syncs are written a little later. */
export async function expectTrace(
  kind: string,
  service: Service,
  messageId: string,
  username: string,
): Promise<PrintedTrace> {
  let trace: PrintedTrace | undefined;
  await eventually(async () => {
    trace = await traceOf(service, messageId, username);
    return trace.verdict.kind === kind;
  });
  return trace!;
}

/** The texts of the events, in order. */
export const storyOf = ({ story }: PrintedTrace): string[] => story.map(({ text }) => text);
