/** Whether the error says that nothing is there. */
export const isNoEntry = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
