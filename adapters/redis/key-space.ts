/** The names of one service's keys: no two keys share one, nor do two services. */
export type KeySpace = (key: string) => string;

/**
 * @param prefix letters, digits, `_`, `.` and `-`; stands before each key, with a colon between.
 * @throws TypeError for another prefix.
 */
export const keySpace = (prefix: string): KeySpace => {
  if (!/^[\w.-]+$/.test(prefix)) {
    throw new TypeError('A key prefix of Redis consists of letters, digits, "_", "." and "-"');
  }
  return (key) => `${prefix}:${key.replace(/[\\\p{Surrogate}]/gu, escaped)}`;
};

/** Half a surrogate pair has no bytes of its own: all of them would become the same character. */
const escaped = (unit: string): string => `\\${unit.charCodeAt(0).toString(16)}`;
