import type {
  CollectionOutcomeDto,
  ContentOutcomeDto,
  ExportLineDto,
  IncomingCollectionDto,
  IncomingContentDto,
  IncomingMediaDto,
  RebasedMediaDto,
} from '../../../contracts/index.ts';
import type { ErrorCode, ErrorKind } from '../../../core/index.ts';

export interface ContentBatch {
  readonly items: readonly IncomingContentDto[];
  /** Replace items that were edited since their import. */
  readonly overwrite: boolean;
  /** The items come from an export: keep them word for word. */
  readonly verbatim: boolean;
}

export type MediaResult =
  | {
      readonly outcome: 'created' | 'unchanged';
      /** The address of the stored file; undefined in a dry run. */
      readonly url: string | undefined;
    }
  | {
      readonly outcome: 'failed';
      /** A sentence without its full stop. */
      readonly error: string;
    };

/** One step of rewriting the URLs of media files. */
export interface RebaseStep {
  /** The base of the URLs to rewrite; undefined for every base except the new one. */
  readonly from: string | undefined;
  /** The id of the last item of the step before. */
  readonly after: string | undefined;
  readonly dryRun: boolean;
}

/**
 * The service that a command reads from and writes to: in this process, or at an address.
 * The methods throw when the service is unreachable, when it rejects a whole batch, and on Ctrl-C
 * while they wait. A failure of one record is an outcome.
 */
export interface TransferTarget {
  /** The names of all collections, including inactive ones. */
  readonly collectionNames: () => Promise<readonly string[]>;
  readonly importCollections: (
    collections: readonly IncomingCollectionDto[],
    options: { readonly overwrite: boolean },
  ) => Promise<readonly CollectionOutcomeDto[]>;
  /** @returns one outcome per item, in order. */
  readonly importContent: (batch: ContentBatch) => Promise<readonly ContentOutcomeDto[]>;
  /** @param path of the bytes; not read when the file is already stored. */
  readonly importMedia: (record: IncomingMediaDto, path: string) => Promise<MediaResult>;
  /** Reads everything as of one moment. Reads the next line once the sink resolves. */
  readonly exportAll: (sink: (line: ExportLineDto) => Promise<void>) => Promise<void>;
  /** @returns undefined when the file was deleted. */
  readonly openMedia: (key: string) => Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Rewrites the URLs of media files in a limited number of items. */
  readonly rebaseMedia: (step: RebaseStep) => Promise<RebasedMediaDto>;
}

/** What an import uses. */
export type ImportTarget = Pick<
  TransferTarget,
  'importCollections' | 'importContent' | 'importMedia'
>;

/** Accepts everything and stores nothing. */
export const dryRunTarget: ImportTarget = {
  importCollections: async (collections) =>
    collections.map(({ id, name }) => ({ id, name, outcome: 'created' })),
  importContent: async ({ items }) => items.map((_, index) => ({ index, outcome: 'created' })),
  importMedia: async () => ({ outcome: 'created', url: undefined }),
};

const kindsOfBadFiles: readonly ErrorKind[] = [
  'invalid',
  'conflict',
  'too_large',
  'unsupported_type',
];

/**
 * Whether an error concerns one file, so that the import continues without it. `forbidden` concerns
 * the user and therefore the whole import, unless a hook rejected this file.
 */
export const concernsOneFile = (
  kind: ErrorKind | undefined,
  code: ErrorCode | undefined,
): boolean => (kind !== undefined && kindsOfBadFiles.includes(kind)) || code === 'blocked_by_hook';

export const failedMedia = (message: string, details: string | undefined): MediaResult => ({
  outcome: 'failed',
  error: details === undefined ? message : `${message}. ${details}`,
});
