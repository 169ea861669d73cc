/**
 * The modules of this program that stand for files of the project, by the URLs of the files. The bundle
 * lists its own; the sources are these files themselves.
 */
export const programModules: ReadonlyMap<string, string> = new Map();
