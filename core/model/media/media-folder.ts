/** A folder with files directly in it. */
export interface MediaFolder {
  readonly path: string;
  /** How many, up to {@link folderFilesMax}. */
  readonly files: number;
}

/** How far the files of a folder are counted. */
export const folderFilesMax = 10_000;

export interface MediaFolders {
  /** Each after the folder that contains it. Those without files are there only if some below them have. */
  readonly folders: readonly MediaFolder[];
  /** Whether there are more than were read. */
  readonly hasMore: boolean;
}

/** How many folders with files are read. */
export const mediaFoldersMax = 1_000;
