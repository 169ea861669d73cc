import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

const program = 'openssl';

/** Certificates of authorities that exist in one folder only. */
export interface Certificates extends TemporaryFolder {
  /** The path of an authority's own certificate, which is made when it is first asked for. */
  readonly authority: (name: string) => string;
  /** A certificate for a server of that name and its key, as PEM. */
  readonly forServer: (
    host: string,
    authority: string,
  ) => Promise<{ readonly certificate: string; readonly key: string }>;
}

/** Whether the program is there that makes them. */
export const canMakeCertificates = (): boolean =>
  spawnSync(program, ['version']).error === undefined;

export const makeCertificates = async (): Promise<Certificates> => {
  const folder = await temporaryFolder();
  const openssl = (...args: readonly string[]): void => {
    const { status, stderr, error } = spawnSync(program, args, { cwd: folder.path });
    if (status !== 0) throw error ?? new Error(`openssl failed: ${String(stderr)}`);
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];
  const made = new Set<string>();
  const authority = (name: string): string => {
    if (!made.has(name)) {
      const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`];
      openssl('req', '-x509', ...newKey, '-days', '2', '-subj', `/CN=${name}`, ...files);
      made.add(name);
    }
    return join(folder.path, `${name}.pem`);
  };
  return {
    ...folder,
    authority,
    forServer: async (host, signer) => {
      const signedBy = ['-CA', authority(signer), '-CAkey', `${signer}.key`];
      const files = ['-keyout', 'server.key', '-out', 'server.pem'];
      const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
      openssl('req', '-x509', ...newKey, '-days', '2', ...signedBy, ...names, ...files);
      const read = (file: string): Promise<string> => readFile(join(folder.path, file), 'utf8');
      return { certificate: await read('server.pem'), key: await read('server.key') };
    },
  };
};
