import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';

const program = 'openssl';

/** Certificate authorities for one test. Their files are in one temporary folder. */
export interface Certificates extends TemporaryFolder {
  /** Returns the path of an authority's certificate. Creates it on the first call. */
  readonly authority: (name: string) => string;
  /** Creates a certificate for a host name, and its key, as PEM. */
  readonly forServer: (
    host: string,
    authority: string,
  ) => Promise<{ readonly certificate: string; readonly key: string }>;
}

/** Whether openssl is installed. */
export const canMakeCertificates = (): boolean =>
  spawnSync(program, ['version']).error === undefined;

export const makeCertificates = async (): Promise<Certificates> => {
  const folder = await temporaryFolder();
  const openssl = (...args: readonly string[]): void => {
    const { status, stderr, error } = spawnSync(program, args, { cwd: folder.path });
    if (status !== 0) throw error ?? new Error(`openssl failed: ${String(stderr)}`);
  };
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'];
  const created = new Set<string>();
  const authority = (name: string): string => {
    if (!created.has(name)) {
      const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`];
      openssl('req', '-x509', ...newKey, '-days', '2', '-subj', `/CN=${name}`, ...files);
      created.add(name);
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
