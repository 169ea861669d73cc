import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { projectRoot } from '../../architecture/sources.ts';
import { run } from '../npm-registry.ts';
import { builtPackage } from '../runtimes/built-package.ts';

const name = '@quoin/client';

export interface ClientRegistry extends AsyncDisposable {
  /** The setting of npm that makes it ask this registry for the package. */
  readonly setting: readonly [name: string, value: string];
}

/** Builds the package `@quoin/client` and serves it like a registry. @param folder where it builds. */
export const serveClientPackage = async (folder: string): Promise<ClientRegistry> => {
  const built = await mkdtemp(join(folder, 'client-'));
  const service = join(await builtPackage(), 'node_modules/quoin');
  const build = join(projectRoot, 'bootstrap/tools/client-package.mjs');
  await run(process.execPath, [build, service, join(built, 'package')]);
  const args = ['pack', join(built, 'package'), '--json', '--pack-destination', built];
  const [packed] = JSON.parse((await run('npm', args)).stdout);
  const tarball = readFileSync(join(built, packed.filename));
  const manifest = JSON.parse(readFileSync(join(built, 'package', 'package.json'), 'utf8'));
  const server = createServer(({ url = '', headers }, response) => {
    if (url === '/client.tgz') return response.end(tarball);
    if (decodeURIComponent(url) !== `/${name}`) return response.writeHead(404).end();
    const dist = { tarball: `http://${headers.host}/client.tgz`, integrity: packed.integrity };
    const version: string = manifest.version;
    const versions = { [version]: { ...manifest, dist } };
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    setting: ['@quoin:registry', `http://127.0.0.1:${port}/`],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
