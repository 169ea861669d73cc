import { access, readFile } from 'node:fs/promises';
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
  comments: 'comments.ndjson',
  formerSlugs: 'former-slugs.ndjson',
  /** Settings, webhooks without secrets, and roles in single collections. */
  setup: 'settings.json',
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
    readonly comments?: number;
    readonly formerSlugs?: number;
    readonly webhooks?: number;
    readonly permissions?: number;
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
        comments: count,
        formerSlugs: count,
        webhooks: count,
        permissions: count,
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
  if (text === undefined) {
    const hasContent = await ifExists(access(join(folder, archiveFiles.content)).then(() => true));
    if (hasContent === undefined) return undefined;
    throw new CommandError(
      `${folder} has ${archiveFiles.content} and no ${archiveFiles.manifest}, which an export writes last: the export was interrupted, or a file is missing.`,
    );
  }
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

/** The files that an export with these counts has. */
const filesOf = ({ counts }: ArchiveManifest): readonly string[] => [
  archiveFiles.collections,
  archiveFiles.content,
  archiveFiles.media,
  ...(counts.trash === undefined ? [] : [archiveFiles.trash]),
  ...(counts.revisions === undefined ? [] : [archiveFiles.revisions]),
  ...(counts.workingCopies === undefined ? [] : [archiveFiles.workingCopies]),
  ...(counts.schedules === undefined ? [] : [archiveFiles.schedules]),
  ...(counts.comments === undefined ? [] : [archiveFiles.comments]),
  ...(counts.formerSlugs === undefined ? [] : [archiveFiles.formerSlugs]),
  ...(counts.webhooks === undefined ? [] : [archiveFiles.setup]),
  ...(counts.media === 0 ? [] : [archiveFiles.blobs]),
];

/** @throws CommandError when a file or the folder of the media files is missing. */
export const requireFiles = async (folder: string, manifest: ArchiveManifest): Promise<void> => {
  const missing: string[] = [];
  for (const name of filesOf(manifest)) {
    const isThere = await access(join(folder, name)).then(
      () => true,
      () => false,
    );
    if (!isThere) missing.push(name);
  }
  if (missing.length === 0) return;
  throw new CommandError(
    `The export in ${folder} is not complete: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing or cannot be read. Nothing was imported.`,
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
