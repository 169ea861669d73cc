import type { CommandHost } from '../command-host.ts';
import type { ImportDefaults } from './import-lines.ts';
import type { ImportRun, OnSlugClash, SourceFormat } from './import-run.ts';

/** A recognised source. Its files are read when the import runs. */
export interface ImportSource {
  /** The collection of items that name none. */
  readonly collection: string | undefined;
  /** The position of its last item; undefined for a pipe, which can be read only once. */
  readonly total: number | undefined;
  /** What a summary calls the files of the source; undefined when it has none. */
  readonly files: string | undefined;
  readonly importInto: (run: ImportRun) => Promise<void>;
}

export interface SourceOptions extends ImportDefaults {
  /** The folder of a site's static files. */
  readonly staticFolder?: string | undefined;
  readonly onSlugClash?: OnSlugClash | undefined;
  readonly inferSchema?: boolean | undefined;
  readonly settings?: boolean | undefined;
  /** What the source is, if its name does not say so. */
  readonly from?: SourceFormat | undefined;
  /** What the columns of a table become; see {@link parseColumns}. */
  readonly columns?: string | undefined;
  /** Further files of the same export. */
  readonly furtherPaths?: readonly string[] | undefined;
  /** How the export of another system is imported. */
  readonly system?: SystemChoices | undefined;
}

/** How the export of another system is imported. */
export interface SystemChoices {
  /** Types and collections: `product=products`. */
  readonly map?: readonly string[] | undefined;
  /** Default: true. */
  readonly hasMedia?: boolean | undefined;
  readonly allowHost?: readonly string[] | undefined;
  readonly redirects?: string | undefined;
  readonly openDownloads: CommandHost['openDownloads'];
}
