import type { Config } from '../config/index.js';
import { tracingIsOn } from './begin-trace.js';

export interface StartedTracing {
  /**
   * Exports the remaining spans if possible. Never rejects.
   * @param longest milliseconds
   */
  stop(longest: number): Promise<void>;
}

/**
 * Starts tracing if it is configured; otherwise the SDK is not loaded. Must be called before the traced modules `pg`
 * and `http` are imported.
 * @param nodeId the id of this process in the deployment
 */
export async function startTracing({ tracing }: Config, nodeId: string): Promise<StartedTracing | undefined> {
  if (tracing === undefined) return undefined;
  const { startSdk } = await import('./sdk.js');
  const started = startSdk(tracing, nodeId);
  tracingIsOn();
  return started;
}
