import sharp from 'sharp';

import { PageServer } from '../support/page-server.js';

/** A link of a message and its longest texts, in characters, most of which take four bytes. */
const LONGEST_URL = 2_048;
const TEXTS = { title: '💬'.repeat(200), description: '💬'.repeat(500), site_name: '💬'.repeat(100) };
/** As many links as get previews. */
const LINKS = 3;

/** A site whose previews and pictures cost most. */
export class LargestPages {
  private constructor(
    private readonly server: PageServer,
    /** As many as get previews in one message, as long as possible. */
    readonly links: readonly string[],
    /** A large picture, with any query. */
    readonly picture: string,
  ) {}

  static async start(): Promise<LargestPages> {
    const server = await PageServer.start();
    const picture = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: 'seagreen' } })
      .jpeg()
      .toBuffer();
    const image = server.serves('/picture.jpg', picture, 'image/jpeg');
    const links = Array.from({ length: LINKS }, (_, at) => {
      const url = `${server.page(`/${String(at)}`, { ...TEXTS, image })}?`;
      return url.padEnd(LONGEST_URL, 'x');
    });
    return new LargestPages(server, links, image);
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}
