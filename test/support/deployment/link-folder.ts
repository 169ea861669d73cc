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
import type { UserIds } from '../service/server-process.ts';

export interface LinkOptions {
  /** The owner of the new files and folders. */
  readonly owner?: UserIds | undefined;
  /** The name of folders to leave out. */
  readonly leaveOut?: string;
}

/**
 * Creates a copy of a folder. Files are hard links where possible, which is fast: a write to one changes
 * both.
 */
export const linkFolder = (from: string, to: string, options: LinkOptions = {}): void => {
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
      if (entry.name !== leaveOut) linkFolder(source, target, options);
    } else if (belongsTo(source, owner)) linkFile(source, target);
    else {
      copyFileSync(source, target);
      own(target);
    }
  }
};

/** Links a file, or copies it if both paths are not on the same disk. */
export const linkFile = (source: string, target: string): void => {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
};

const belongsTo = (path: string, owner: UserIds | undefined): boolean =>
  owner === undefined || lstatSync(path).uid === owner.uid;
