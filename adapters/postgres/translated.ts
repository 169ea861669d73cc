import { constraintErrorOf, writeErrors, type ConstraintErrors } from './constraint-errors.ts';
import { outageOf } from './outages.ts';

/**
 * Awaits what the database was asked to do.
 *
 * @param constraints what the constraints mean for this statement.
 * @throws DomainError as `constraints` tell, or `dependency_unavailable` when the database cannot be
 *   reached, is overloaded or took too long. Nothing of the driver's own text is in their messages.
 */
export const translated = async <T>(
  work: PromiseLike<T>,
  constraints: ConstraintErrors = writeErrors,
): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw meaningOf(error, constraints);
  }
};

/** What {@link translated} throws for an error of the driver; the error itself if that is a mistake. */
export const meaningOf = (error: unknown, constraints: ConstraintErrors = writeErrors): unknown =>
  constraintErrorOf(error, constraints) ?? outageOf(error) ?? error;
