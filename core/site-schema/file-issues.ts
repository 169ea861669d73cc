import { invalid, isDomainError, type ErrorCode, type Issue } from '../primitives/errors.ts';

/** Collects what is wrong with the parts of a file. */
export interface FileIssues {
  readonly report: (path: string, message: string) => void;
  /** The parsed value; undefined, with the issues under the path, if there is something wrong with it. */
  readonly parse: <T>(path: string, parse: () => T) => T | undefined;
  readonly parseLater: <T>(path: string, parse: () => Promise<T>) => Promise<T | undefined>;
  /** @throws DomainError with all issues, under the code of the first one. */
  readonly rejectAll: () => void;
}

/** As many as an error lists. */
const listedMax = 100;

export const fileIssues = (): FileIssues => {
  const issues: Issue[] = [];
  let code: ErrorCode | undefined;
  const add = (path: string, error: unknown): undefined => {
    if (!isDomainError(error) || error.issues === undefined) throw error;
    code ??= error.code;
    issues.push(...error.issues.map((issue) => ({ ...issue, path: `${path}.${issue.path}` })));
    return undefined;
  };
  return {
    report: (path, message) => {
      code ??= 'invalid_input';
      issues.push({ path, message });
    },
    parse: (path, parse) => {
      try {
        return parse();
      } catch (error) {
        return add(path, error);
      }
    },
    parseLater: async (path, parse) => {
      try {
        return await parse();
      } catch (error) {
        return add(path, error);
      }
    },
    rejectAll: () => {
      if (code !== undefined) throw invalid(code, issues.slice(0, listedMax));
    },
  };
};
