/**
 * The modules of the bundle that replace files of the project, by the URLs of the files. The build of the bundle fills
 * the map; it is empty when the sources run.
 */
export const programModules: ReadonlyMap<string, string> = new Map();
