import {
  chownSync,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import type { UserIds } from './server-process.ts';

export interface LinkOptions {
  /** To whom everything belongs afterwards. */
  readonly owner?: UserIds | undefined;
  /** Folders that stay out, by name. */
  readonly leaveOut?: string;
}

/**
 * Makes a folder that has everything another one has. Files are shared where the disk allows it, so
 * that it costs no time: whoever writes to one writes to both.
 */
export const linkTree = (from: string, to: string, options: LinkOptions = {}): void => {
  const { owner, leaveOut } = options;
  const own = (path: string): void => {
    if (owner !== undefined) chownSync(path, owner.uid, owner.gid);
  };
  mkdirSync(to, { recursive: true });
  own(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory()) {
      if (entry.name !== leaveOut) linkTree(source, target, options);
    } else if (belongsTo(source, owner)) linkFile(source, target);
    else {
      copyFileSync(source, target);
      own(target);
    }
  }
};

/** Links a file, or copies it to another disk. */
export const linkFile = (source: string, target: string): void => {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
};

const belongsTo = (path: string, owner: UserIds | undefined): boolean =>
  owner === undefined || lstatSync(path).uid === owner.uid;
