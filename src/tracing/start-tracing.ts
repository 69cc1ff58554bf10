import type { Config } from '../config/index.js';
import { tracingIsOn } from './begin-trace.js';

export interface StartedTracing {
  /**
   * Hands over what is left, as far as it can. Never rejects.
   * @param longest milliseconds
   */
  stop(longest: number): Promise<void>;
}

/**
 * Begins to trace, where the deployment wants it; where not, nothing of the SDK is loaded. It is called before whatever is to be
 * traced is imported: `pg` and `http` are watched from then on.
 * @param nodeId this process, among those of the deployment
 */
export async function startTracing({ tracing }: Config, nodeId: string): Promise<StartedTracing | undefined> {
  if (tracing === undefined) return undefined;
  const { startSdk } = await import('./sdk.js');
  const started = startSdk(tracing, nodeId);
  tracingIsOn();
  return started;
}
