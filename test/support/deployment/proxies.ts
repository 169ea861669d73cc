import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, startServer } from '../service/server-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { makeCertificates } from './certificates.ts';

/** A proxy that runs an example of the documentation. Disposing stops it. */
export interface Proxy extends AsyncDisposable {
  /** Without TLS, for clients that do not know the authority of the certificate. */
  readonly url: string;
  readonly httpsUrl: string;
  readonly redirectUrl: string;
  /** Its certificate. */
  readonly authority: string;
  /** Its log so far. */
  readonly output: () => string;
}

export const proxyNames = ['nginx', 'HAProxy'] as const;
export type ProxyName = (typeof proxyNames)[number];

const examples = new URL('../../../docs/deployment/', import.meta.url);
// Debian keeps both where only root looks for programs.
const path = `${process.env['PATH']}:/usr/sbin:/usr/local/sbin`;

export const isProxyInstalled = (name: ProxyName): boolean =>
  spawnSync(name.toLowerCase(), ['-v'], { env: { PATH: path } }).error === undefined;

interface Places {
  readonly ports: readonly [number, number];
  readonly folder: string;
  readonly plain: number;
  readonly https: number;
  readonly redirect: number;
  readonly certificate: string;
  readonly key: string;
}

/** Replaces each part once. @throws Error if the text lacks one. */
const replaced = (text: string, parts: Readonly<Record<string, string>>): string => {
  let result = text;
  for (const [part, by] of Object.entries(parts)) {
    if (!result.includes(part)) throw new Error(`The example lacks '${part}'`);
    result = result.replace(part, by);
  }
  return result;
};

const nginxFile = (example: string, at: Places): string => {
  const site = replaced(example, {
    'listen 80;': `listen 127.0.0.1:${at.redirect};`,
    'listen 443 ssl;': `listen 127.0.0.1:${at.https} ssl; listen 127.0.0.1:${at.plain};`,
    '/etc/ssl/cms.example.com.pem': at.certificate,
    '/etc/ssl/private/cms.example.com.key': at.key,
    '127.0.0.1:8787': `127.0.0.1:${at.ports[0]}`,
    '127.0.0.1:8788': `127.0.0.1:${at.ports[1]}`,
  });
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${at.folder}/${name};`,
  );
  // Its workers read and write files of the account that runs the test.
  const account = process.getuid?.() === 0 ? 'user root;' : '';
  return `daemon off; ${account} pid ${at.folder}/pid; error_log stderr warn;
    events {} http { access_log off; ${folders.join(' ')} ${site} }`;
};

const haproxyFile = (example: string, at: Places): string =>
  replaced(example, {
    'bind :80': `bind 127.0.0.1:${at.redirect}`,
    'bind :443 ssl crt /etc/haproxy/cms.example.com.pem': `bind 127.0.0.1:${at.https} ssl crt ${at.certificate}\n    bind 127.0.0.1:${at.plain}`,
    'unless { ssl_fc }': `unless { ssl_fc } or { dst_port ${at.plain} }`,
    '127.0.0.1:8787': `127.0.0.1:${at.ports[0]}`,
    '127.0.0.1:8788': `127.0.0.1:${at.ports[1]}`,
  });

/** Starts the proxy with its example, in front of two instances on these ports of this machine. */
export const startProxy = async (
  name: ProxyName,
  ports: readonly [number, number],
): Promise<Proxy> => {
  const folder = await temporaryFolder();
  const certificates = await makeCertificates();
  const { certificate, key } = await certificates.forServer('cms.example.com', 'authority');
  const at: Places = {
    ports,
    folder: folder.path,
    plain: await freePort(),
    https: await freePort(),
    redirect: await freePort(),
    certificate: join(folder.path, 'certificate.pem'),
    key: join(folder.path, 'key.pem'),
  };
  await writeFile(at.certificate, name === 'nginx' ? certificate : certificate + key);
  await writeFile(at.key, key);
  const [example, file] =
    name === 'nginx' ? ['nginx.conf', nginxFile] : ['haproxy.cfg', haproxyFile];
  const settings = join(folder.path, example);
  await writeFile(settings, file(await readFile(new URL(example, examples), 'utf8'), at));
  const args = name === 'nginx' ? ['-c', settings] : ['-db', '-f', settings];
  const server = startServer('env', [`PATH=${path}`, name.toLowerCase(), ...args], {
    folder: folder.path,
    ids: undefined,
    stopSignal: 'TERM',
  });
  return {
    url: `http://127.0.0.1:${at.plain}`,
    httpsUrl: `https://127.0.0.1:${at.https}`,
    redirectUrl: `http://127.0.0.1:${at.redirect}`,
    authority: certificates.authority('authority'),
    output: server.output,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await certificates[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
};
