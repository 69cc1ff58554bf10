import { Injectable } from '@nestjs/common';
import { EncryptJWT, jwtDecrypt } from 'jose';

import { TokenSettings } from '../tokens/token.settings.js';
import { derivedKeys } from '../../../platform/secrets/derived-keys.js';
import { LogInFailure } from './log-in-failure.js';

/** The seconds that a user may take at the provider. */
export const FLOW_SECONDS = 600;

/** A log-in between its beginning and the return of the browser. */
export interface LogInFlow {
  /** Identifies it, in the answer of the provider too. */
  readonly state: string;
  /** Binds the token of the provider to it. */
  readonly nonce: string;
  /** Binds the code of the provider to it (PKCE). */
  readonly verifier: string;
  /** Where the provider sends the browser. */
  readonly redirectUri: string;
  /** A random text of the tab that began it. */
  readonly tab: string;
}

/**
 * Keeps log-ins in the browsers that began them, so that any node ends them: encrypted and authenticated with a key
 * that is derived from `JWT_SECRET`. The answer of the provider is of no use in another browser.
 */
@Injectable()
export class LogInFlows {
  private readonly keys: readonly Uint8Array[];

  constructor(settings: TokenSettings) {
    this.keys = derivedKeys(settings.secrets, 'oidc log-ins');
  }

  async seal(flow: LogInFlow): Promise<string> {
    const [key] = this.keys;
    if (!key) throw new LogInFailure('provider_unavailable', 'JWT_SECRET is not set');
    return new EncryptJWT({ ...flow })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setExpirationTime(`${String(FLOW_SECONDS)}s`)
      .encrypt(key);
  }

  /**
   * @param state of the answer of the provider
   * @throws LogInFailure `log_in_expired`
   */
  async open(sealed: string | undefined, state: string | null): Promise<LogInFlow> {
    for (const key of this.keys) {
      const flow = await opened(sealed ?? '', key);
      if (flow?.state === state) return flow;
    }
    throw new LogInFailure('log_in_expired');
  }
}

async function opened(sealed: string, key: Uint8Array): Promise<LogInFlow | undefined> {
  try {
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
    return (await jwtDecrypt<LogInFlow>(sealed, key, options)).payload;
  } catch {
    return undefined;
  }
}
