import { Injectable, Logger } from '@nestjs/common';

import { reasonOf } from '../../platform/logging/log-record.js';
import { DeploymentSettings } from '../deployment/deployment.settings.js';

/** Reads the bytes of a logo, by the id of its upload. @returns undefined if there is none */
export type LogoReader = (id: string) => Promise<Buffer | undefined>;

/** Each mail carries the logo, so a large one is left out. */
const MOST_BYTES = 100_000;

/** The logo of the deployment, as a part of each mail: mail programs load nothing from other places. */
@Injectable()
export class MailLogo {
  private readonly log = new Logger('Mails');
  private read: LogoReader = () => Promise.resolve(undefined);
  private known: { readonly id: string; readonly bytes: Buffer | undefined } | undefined;

  constructor(private readonly deployment: DeploymentSettings) {}

  /** Called by the feature that stores it, while the modules are initialised. */
  from(reader: LogoReader): void {
    this.read = reader;
  }

  /** A WebP picture; undefined: there is none, or it cannot be read. */
  async bytes(): Promise<Buffer | undefined> {
    const { logo: id } = this.deployment;
    if (id === undefined) return undefined;
    if (this.known?.id !== id) this.known = { id, bytes: await this.find(id) };
    return this.known.bytes;
  }

  private async find(id: string): Promise<Buffer | undefined> {
    try {
      const bytes = await this.read(id);
      return bytes && bytes.byteLength <= MOST_BYTES ? bytes : undefined;
    } catch (error) {
      this.log.warn(`Mails have no logo, because it cannot be read: ${reasonOf(error)}`);
      return undefined;
    }
  }
}
