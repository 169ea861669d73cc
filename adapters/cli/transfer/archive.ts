import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { CommandError } from '../command-errors.ts';
import { ifExists } from './files.ts';

/** The files of an export. */
export const archiveFiles = {
  manifest: 'export.json',
  collections: 'collections.ndjson',
  content: 'content.ndjson',
  media: 'media.ndjson',
  trash: 'trash.ndjson',
  revisions: 'revisions.ndjson',
  workingCopies: 'working-copies.ndjson',
  schedules: 'schedules.ndjson',
  formerSlugs: 'former-slugs.ndjson',
  /** The folder of the media files; their keys are paths in it. */
  blobs: 'media',
} as const;

export interface ArchiveManifest {
  readonly format: 'quoin-export';
  readonly formatVersion: number;
  /** ISO 8601. Two exports of the same state differ only in this. */
  readonly exportedAt: string;
  /** Precedes the keys in the addresses of media files; absent when there are none. */
  readonly mediaBaseUrl?: string;
  readonly counts: {
    readonly collections: number;
    readonly content: number;
    readonly media: number;
    readonly mediaBytes: number;
    // Absent in exports of earlier versions, which do not contain these.
    readonly trash?: number;
    readonly revisions?: number;
    readonly workingCopies?: number;
    readonly schedules?: number;
    readonly formerSlugs?: number;
  };
}

const count = { type: 'integer', minimum: 0 };
const manifestSchema = {
  type: 'object',
  properties: {
    format: { const: 'quoin-export' },
    formatVersion: count,
    exportedAt: { type: 'string' },
    mediaBaseUrl: { type: 'string' },
    counts: {
      type: 'object',
      properties: {
        collections: count,
        content: count,
        media: count,
        mediaBytes: count,
        trash: count,
        revisions: count,
        workingCopies: count,
        schedules: count,
        formerSlugs: count,
      },
      required: ['collections', 'content', 'media', 'mediaBytes'],
    },
  },
  required: ['format', 'formatVersion', 'exportedAt', 'counts'],
};

/**
 * @returns undefined when the folder is not an export.
 * @throws CommandError for an export that this version cannot read.
 */
export const readManifest = async (folder: string): Promise<ArchiveManifest | undefined> => {
  const path = join(folder, archiveFiles.manifest);
  const text = await ifExists(readFile(path, 'utf8'));
  if (text === undefined) return undefined;
  const value = parseJson(text);
  const isManifest = new Ajv({ meta: false, validateSchema: false }).compile<ArchiveManifest>(
    manifestSchema,
  );
  if (!isManifest(value)) throw new CommandError(`${path} is not the manifest of an export.`);
  if (value.formatVersion === 1) return value;
  throw new CommandError(
    `The export has format ${value.formatVersion}; this version of Quoin reads format 1.`,
  );
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/**
 * The path of a media file in an export.
 *
 * @returns undefined for a key that could lead out of the folder: keys are input.
 */
export const blobPath = (folder: string, key: string): string | undefined =>
  /^[A-Za-z0-9]+\/[a-z0-9][a-z0-9.-]*$/.test(key)
    ? join(folder, archiveFiles.blobs, key)
    : undefined;
