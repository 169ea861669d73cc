/** An error that the database itself reported. */
export interface DatabaseError {
  /** SQLSTATE (PostgreSQL manual, appendix A). */
  readonly code: string;
  readonly constraint: string | undefined;
}

const sqlState = /^[0-9A-Z]{5}$/;

/** @returns undefined for anything that did not come from the database, a lost connection included. */
export const databaseErrorOf = (error: unknown): DatabaseError | undefined => {
  // By its shape: the two drivers have classes of their own. Only the database tells a severity.
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined;
  const { code } = error;
  if (typeof code !== 'string' || !sqlState.test(code)) return undefined;
  const constraint = 'constraint' in error ? error.constraint : undefined;
  return { code, constraint: typeof constraint === 'string' ? constraint : undefined };
};
