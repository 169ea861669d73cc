import type {
  AuditEntryDto,
  CollectionDto,
  CollectionOutcomeDto,
  ContentOutcomeDto,
  CompleteLineDto,
  IncomingCollectionDto,
  IncomingContentDto,
  IncomingMediaDto,
  LineOutcomeDto,
  PlannedStateDto,
  RebasedMediaDto,
  RestorableLineDto,
  SchemaFileDto,
  SchemaPlanDto,
  SiteSchemaDto,
} from '../../../../contracts/index.ts';
import type { ErrorCode, ErrorKind, FindAudit } from '../../../../core/index.ts';
import type { JsonObject } from '../../../../core/vocabulary.ts';

import type { Administration } from './administration.ts';

export interface ContentBatch {
  readonly items: readonly IncomingContentDto[];
  /** Replace items that were edited since their import. */
  readonly overwrite: boolean;
  /** The items come from an export: store them unchanged. */
  readonly verbatim: boolean;
  /** Convert or leave out values that the schema rejects, instead of rejecting the item. */
  readonly fitData?: boolean;
  /** Lines with the revisions of the items follow. */
  readonly historyFollows?: boolean;
  readonly onSlugClash: 'skip' | 'suffix';
  /** The creation time of new items that have none, in epoch milliseconds. */
  readonly importedAt: number;
  /** Makes this a dry run: what its earlier batches would have stored. */
  readonly planned?: PlannedStateDto;
}

export interface DryRunOption {
  /** Checks everything and stores nothing. */
  readonly dryRun?: boolean;
}

export type MediaResult =
  | {
      readonly outcome: 'created' | 'unchanged';
      /** The address of the stored file. After a dry run there is no file at it. */
      readonly url: string;
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
  readonly administration: Administration;
  /** All collections, including inactive ones. */
  readonly collections: () => Promise<readonly CollectionDto[]>;
  readonly updateSchema: (collection: string, schema: JsonObject) => Promise<void>;
  readonly importCollections: (
    collections: readonly IncomingCollectionDto[],
    options: { readonly overwrite: boolean } & DryRunOption,
  ) => Promise<readonly CollectionOutcomeDto[]>;
  /** @returns one outcome per item, in order. */
  readonly importContent: (batch: ContentBatch) => Promise<readonly ContentOutcomeDto[]>;
  /**
   * @param planned makes this a dry run: the collections that it would have stored.
   * @returns one outcome per line, in order.
   */
  readonly restoreLines: (
    lines: readonly RestorableLineDto[],
    planned?: PlannedStateDto,
  ) => Promise<readonly LineOutcomeDto[]>;
  /** @param pathOfBytes called unless the file is already stored. What it throws is thrown. */
  readonly importMedia: (
    record: IncomingMediaDto,
    pathOfBytes: () => Promise<string>,
    options?: DryRunOption,
  ) => Promise<MediaResult>;
  /** Reads a complete export, as of one moment. Reads the next line once the sink resolves. */
  readonly exportAll: (sink: (line: CompleteLineDto) => Promise<void>) => Promise<void>;
  /** Reads the entries of the audit that match, the newest first. Reads the next one once the sink resolves. */
  readonly exportAudit: (
    find: FindAudit,
    sink: (entry: AuditEntryDto) => Promise<void>,
  ) => Promise<void>;
  /** @returns undefined when the file was deleted. */
  readonly openMedia: (key: string) => Promise<AsyncIterable<Uint8Array> | undefined>;
  readonly readSchema: () => Promise<SiteSchemaDto>;
  /** @throws DomainError or ApiError for a schema with mistakes. */
  readonly planSchema: (schema: SchemaFileDto) => Promise<SchemaPlanDto>;
  /** Rewrites the URLs of media files in a limited number of items. */
  readonly rebaseMedia: (step: RebaseStep) => Promise<RebasedMediaDto>;
}

/** What an import uses. */
export type ImportTarget = Pick<
  TransferTarget,
  'administration' | 'importCollections' | 'importContent' | 'importMedia' | 'restoreLines'
>;

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
