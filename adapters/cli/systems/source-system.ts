import type { IncomingCollectionDto, IncomingContentDto } from '../../../contracts/index.ts';

/** The export of another system, read from its first entry to its last. */
export interface SourceSystem {
  /** The subject of "has": an export of WordPress. */
  readonly name: string;
  /** The collections of types, unless `--map` says something else. */
  readonly collectionsOfTypes: Readonly<Record<string, string>>;
  /** Reads what entries need to know of each other. Called once, before the entries are read. */
  readonly survey: (signal: AbortSignal) => Promise<SourceSurvey>;
  /** In the order of the source. Ends with a remark if the rest cannot be read. */
  readonly entries: () => AsyncIterable<SourceEntry>;
}

export interface SourceSurvey {
  /** How many documents there are of each type. */
  readonly types: ReadonlyMap<string, number>;
  /** How many entries have a position. */
  readonly total: number;
}

export type SourceEntry =
  | { readonly kind: 'collection'; readonly collection: IncomingCollectionDto }
  | { readonly kind: 'document'; readonly document: SourceDocument }
  | { readonly kind: 'file'; readonly file: SourceFile; readonly position: number }
  | { readonly kind: 'remark'; readonly remark: SourceRemark };

/** Something that becomes an item. */
export interface SourceDocument {
  /** What messages call it. */
  readonly source: string;
  /** Its type in the source, for which there is a collection. */
  readonly type: string;
  readonly position: number;
  /** The path of its page on the site; undefined if it has none. */
  readonly path: string | undefined;
  /** The files that its texts name, by their addresses as they stand there. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /** What in the source makes it a draft, such as `status: pending`. */
  readonly statedStatus: string | undefined;
  /** @param urls the URLs of the files that are stored, by their addresses. */
  readonly toItem: (urls: ReadonlyMap<string, string>) => Omit<IncomingContentDto, 'collection'>;
  /** About this document, if it is imported. */
  readonly remarks: readonly SourceRemark[];
}

/** A file of the source. */
export interface SourceFile {
  /** Derived from its id in the source: a file that is stored is not fetched again. */
  readonly id: string;
  /** What messages call it. */
  readonly source: string;
  readonly name: string;
  readonly folder: string;
  readonly alt?: string | undefined;
  readonly caption?: string | undefined;
  readonly createdAt?: number | undefined;
  /** Where its bytes are. */
  readonly url: string;
}

/** Something that does not arrive as it is: nothing of a source is left out without a remark. */
export interface SourceRemark {
  /** What it is, in the plural: remarks are counted by it. */
  readonly kind: string;
  /** What it is about. */
  readonly source: string;
  /** `failed`: it should have been imported. */
  readonly outcome: 'not_read' | 'kept' | 'changed' | 'failed';
  /** How many there are. Default: 1. */
  readonly count?: number;
  readonly code?: string;
  readonly message: string;
}
