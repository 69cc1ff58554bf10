import { Injectable } from '@nestjs/common';

import { FetchRefused } from '../../platform/outgoing/fetch-refused.js';
import type { FetchFault } from '../../platform/outgoing/fetch-refused.js';
import type { FetchedBody, FetchLimits } from '../../platform/outgoing/public-fetch.js';
import { ForeignPictures } from '../uploads/foreign-pictures/foreign-pictures.js';
import { UploadRefused } from '../uploads/upload-refused.js';
import type { Upload } from '../uploads/uploads.repository.js';
import { LinkFetcher } from './link-fetcher.js';

const LIMITS: FetchLimits = { ms: 5_000, mostBytes: 5_242_880, cutsLonger: false, types: ['image/'] };

/** Fetches pictures of other hosts, which are written anew and kept for a day. */
@Injectable()
export class PictureFetcher {
  constructor(
    private readonly fetcher: LinkFetcher,
    private readonly pictures: ForeignPictures,
  ) {}

  /**
   * @returns the kept picture, or why there is none
   * @throws WaitedTooLong, UploadRefused `busy`, StoreUnavailable, the reason of `stop`
   */
  async find(url: string, stop: AbortSignal): Promise<Upload | FetchFault> {
    const upload = await this.attempt(url, stop);
    if (upload) return upload;
    // It was removed before its time, because all kept pictures together took too much space.
    await this.fetcher.forget({ kind: 'picture', url });
    return (await this.attempt(url, stop)) ?? 'unreachable';
  }

  private async attempt(url: string, stop: AbortSignal): Promise<Upload | FetchFault | undefined> {
    const fetched = await this.fetcher.fetch(
      { kind: 'picture', url, limits: LIMITS, make: (body) => this.keep(body, stop) },
      stop,
    );
    return 'value' in fetched ? this.pictures.find(fetched.value) : fetched.fault;
  }

  /** @returns the id of the kept picture */
  private async keep({ body }: FetchedBody, stop: AbortSignal): Promise<string> {
    try {
      return await this.pictures.keep(body, stop);
    } catch (error) {
      if (error instanceof UploadRefused && error.fault === 'bytes_differ') throw new FetchRefused('type');
      throw error;
    }
  }
}
