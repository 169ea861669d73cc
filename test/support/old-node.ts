import { execFileSync } from 'node:child_process';

const places = ['/usr/bin/node', '/usr/local/bin/node'];

const versionOf = (binary: string): string => {
  try {
    return execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
};

/** A Node 20 of this machine, the oldest that the client runs on; undefined without one. */
export const oldNode: string | undefined = places.find((binary) =>
  versionOf(binary).startsWith('v20.'),
);
