const encodedRun = /(?:%[0-9a-f]{2})+/gi;

/**
 * Decodes percent-encoded UTF-8 in a text that is not a URL, such as a slug or the name of a file. A `%` that begins no
 * encoded character stays, and so do bytes that are not UTF-8.
 */
export const decodePercent = (text: string): string =>
  text.replace(encodedRun, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
