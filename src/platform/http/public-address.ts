import { Global, Injectable, Module } from '@nestjs/common';

import { Config } from '../config/config.js';

/** The address of the deployment in links that people receive: that of PUBLIC_URL, else where this process listens. */
@Injectable()
export class PublicAddress {
  private listensAt: string;

  constructor(private readonly config: Config) {
    this.listensAt = `http://${config.http.host}:${String(config.http.port)}`;
  }

  /** Without a slash at its end. */
  get url(): string {
    return this.config.http.publicUrl ?? this.listensAt;
  }

  /** @param url whose port the system may have chosen */
  listens(url: string): void {
    this.listensAt = url;
  }
}

@Global()
@Module({ providers: [PublicAddress], exports: [PublicAddress] })
export class PublicAddressModule {}
