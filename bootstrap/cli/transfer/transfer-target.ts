import type {
  CollectionOutcomeDto,
  ContentOutcomeDto,
  ExportLineDto,
  IncomingCollectionDto,
  IncomingContentDto,
  IncomingMediaDto,
} from '../../../contracts/index.ts';

export interface ContentBatch {
  readonly items: readonly IncomingContentDto[];
  /** Replace what was edited since it was imported. */
  readonly overwrite: boolean;
  /** The items come from an export: keep them word for word. */
  readonly verbatim: boolean;
}

/** A file that was refused says why, as a sentence without its full stop. */
export type MediaResult =
  | {
      readonly outcome: 'created' | 'unchanged';
      /** Where it is now; undefined when it was not really stored. */
      readonly url: string | undefined;
    }
  | { readonly outcome: 'failed'; readonly error: string };

/**
 * The service that an import goes to or an export comes from: in this process, or at an address. An
 * outage, a refusal of the whole batch and Ctrl-C while waiting throw; what is wrong with one record
 * is its outcome.
 */
export interface TransferTarget {
  /** The names of all collections, those that are not active too. */
  readonly collectionNames: () => Promise<readonly string[]>;
  readonly importCollections: (
    collections: readonly IncomingCollectionDto[],
    rules: { readonly overwrite: boolean },
  ) => Promise<readonly CollectionOutcomeDto[]>;
  /** One outcome per item, in order. */
  readonly importContent: (batch: ContentBatch) => Promise<readonly ContentOutcomeDto[]>;
  /** @param path of the bytes; not read when the file is there already. */
  readonly importMedia: (record: IncomingMediaDto, path: string) => Promise<MediaResult>;
  /** Hands over everything, as of one moment. The next line is read once the sink resolves. */
  readonly exportAll: (sink: (line: ExportLineDto) => Promise<void>) => Promise<void>;
  /** @returns undefined when the file is gone. */
  readonly openMedia: (key: string) => Promise<AsyncIterable<Uint8Array> | undefined>;
}

/** What an import asks of its target. */
export type ImportTarget = Pick<
  TransferTarget,
  'importCollections' | 'importContent' | 'importMedia'
>;
