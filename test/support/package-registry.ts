import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = join(import.meta.dirname, '../..');
const PACK = ['--create', '--gzip', '--exclude=./node_modules', '--transform=s,^\\.,package,', '--directory'];

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** What `npm publish` has sent. */
interface Published {
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** A registry of the packages that are installed in this checkout, for npm without a network. It keeps nothing. */
export class PackageRegistry {
  readonly published: Published[] = [];

  private constructor(
    private readonly server: Server,
    /** The folders of the installed versions of packages, by name. */
    private readonly folders: ReadonlyMap<string, readonly string[]>,
  ) {}

  static async start(): Promise<PackageRegistry> {
    const server = createServer();
    const registry = new PackageRegistry(server, installedFolders());
    server.on('request', (request, response) => void registry.answer(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return registry;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}/`;
  }

  /** The settings with which npm knows no other registry. @param folder for what npm keeps */
  settings(folder: string): Record<string, string> {
    return {
      npm_config_registry: this.url,
      npm_config_cache: join(folder, 'npm-cache'),
      npm_config_userconfig: join(folder, 'npmrc'),
      npm_config_globalconfig: join(folder, 'global-npmrc'),
      npm_config_update_notifier: 'false',
      npm_config_audit: 'false',
    };
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = decodeURIComponent((request.url ?? '').slice(1));
    if (request.method === 'PUT') {
      const { name: sent, 'dist-tags': tags } = JSON.parse(await text(request)) as {
        name: string;
        'dist-tags': object;
      };
      this.published.push({ name: sent, tags: tags as Published['tags'] });
      json(response, 201, {});
    } else if (name.startsWith('tarball/')) {
      spawn('tar', [...PACK, join(ROOT, name.slice('tarball/'.length)), '.']).stdout.pipe(response);
    } else {
      const folders = this.folders.get(name);
      if (folders) json(response, 200, this.packument(name, folders));
      else json(response, 404, { error: 'Not found' });
    }
  }

  private packument(name: string, folders: readonly string[]): object {
    const versions = folders.map((folder) => {
      const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
      return [manifest.version, { ...manifest, dist: { tarball: `${this.url}tarball/${folder}` } }] as const;
    });
    return { name, 'dist-tags': { latest: versions[0]![0] }, versions: Object.fromEntries(versions) };
  }
}

function installedFolders(): ReadonlyMap<string, readonly string[]> {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: object };
  const installed = Object.keys(lock.packages).filter(
    (folder) => folder.startsWith('node_modules/') && existsSync(join(ROOT, folder, 'package.json')),
  );
  const byName = new Map<string, string[]>();
  for (const folder of installed) {
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    byName.set(name, [...(byName.get(name) ?? []), folder]);
  }
  return byName;
}

const json = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
