import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { CommandError } from '../command-error.ts';
import { isNoEntry } from '../../no-entry.ts';

/** What a folder that was exported holds. */
export const archiveFiles = {
  manifest: 'export.json',
  collections: 'collections.ndjson',
  content: 'content.ndjson',
  media: 'media.ndjson',
  /** The folder of the files themselves, each under its key. */
  blobs: 'media',
} as const;

export interface ArchiveManifest {
  readonly format: 'quoin-export';
  readonly formatVersion: number;
  /** ISO 8601. The only thing in which two exports of the same state differ. */
  readonly exportedAt: string;
  /** What stands before the keys in the addresses of files; absent when there are none. */
  readonly mediaBaseUrl?: string;
  readonly counts: {
    readonly collections: number;
    readonly content: number;
    readonly media: number;
    readonly mediaBytes: number;
  };
}

const whole = { type: 'integer', minimum: 0 };
const isManifest = new Ajv().compile<ArchiveManifest>({
  type: 'object',
  properties: {
    format: { const: 'quoin-export' },
    formatVersion: whole,
    exportedAt: { type: 'string' },
    mediaBaseUrl: { type: 'string' },
    counts: {
      type: 'object',
      properties: { collections: whole, content: whole, media: whole, mediaBytes: whole },
      required: ['collections', 'content', 'media', 'mediaBytes'],
    },
  },
  required: ['format', 'formatVersion', 'exportedAt', 'counts'],
});

/**
 * @returns undefined when the folder is no export.
 * @throws CommandError when it is one that this program cannot read.
 */
export const readManifest = async (folder: string): Promise<ArchiveManifest | undefined> => {
  const text = await readIfThere(join(folder, archiveFiles.manifest));
  if (text === undefined) return undefined;
  const value = parse(text);
  if (!isManifest(value)) {
    throw new CommandError(
      `${join(folder, archiveFiles.manifest)} is not the manifest of an export.`,
    );
  }
  if (value.formatVersion === 1) return value;
  throw new CommandError(
    `The export has format ${value.formatVersion}; this version of Quoin reads format 1.`,
  );
};

const readIfThere = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isNoEntry(error)) return undefined;
    throw error;
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/**
 * Where a file of an export is. Keys come from elsewhere: one that is not made of two plain names is
 * refused before it becomes a path.
 */
export const blobPath = (folder: string, key: string): string | undefined =>
  /^[A-Za-z0-9]+\/[a-z0-9][a-z0-9.-]*$/.test(key)
    ? join(folder, archiveFiles.blobs, key)
    : undefined;
