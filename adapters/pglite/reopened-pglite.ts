import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig, type PGlitePgConfig } from '@electric-sql/pglite/node-postgres';
import { DomainError, second } from '../../core/vocabulary.ts';

export interface PgliteConfig extends PGlitePgConfig {
  /** Knex calls this before it makes another connection with the same configuration. */
  readonly expirationChecker: () => boolean;
}

export interface ReopenedPglite {
  /** The configuration of a new connection. Opens the database again if it has crashed. */
  readonly config: () => Promise<PgliteConfig>;
  readonly close: () => Promise<void>;
}

/** The minimum time between attempts. Each blocks the process for about half a second. */
const pauseMs = 5 * second;

/**
 * Opens the database again after a crash: PostgreSQL stops when the disk is too full to write its log.
 * The connection is lost, as with a server that stops. The next connection opens the database again, at
 * most every five seconds.
 *
 * While the database cannot be opened, `config` throws DomainError `dependency_unavailable`.
 *
 * @param open may be called many times.
 * @throws what the first call of `open` throws.
 */
export const reopenedPglite = async (open: () => Promise<PGlite>): Promise<ReopenedPglite> => {
  let pglite: PGlite | undefined = await open();
  let failedAt = -Infinity;

  const reopen = async (): Promise<PGlite> => {
    if (performance.now() - failedAt < pauseMs) throw unavailable();
    try {
      return await open();
    } catch (error) {
      failedAt = performance.now();
      throw unavailable(error);
    }
  };

  return {
    config: async () => {
      const current = (pglite ??= await reopen());
      const crash = (cause: unknown): Error => {
        // Drops the instance without closing it: any further call would never return and block the process.
        if (pglite === current) pglite = undefined;
        return new Error('Connection terminated unexpectedly', { cause });
      };
      return Object.assign(createPgConfig(guarded(current, crash)), {
        expirationChecker: () => pglite !== current,
      });
    },
    close: async () => pglite?.close(),
  };
};

/** Wraps the members that a connection uses, to detect a crash. */
const guarded = (pglite: PGlite, crash: (cause: unknown) => Error): PGlite => {
  let isBroken = false;
  const fail = (cause: unknown): never => {
    isBroken = true;
    throw crash(cause);
  };
  const execProtocolStream: PGlite['execProtocolStream'] = async (message, options) => {
    if (isBroken) return fail(undefined);
    const answers = await pglite.execProtocolStream(message, options).catch(fail);
    return answers.find(isFatal) === undefined ? answers : fail(answers.find(isFatal));
  };
  return { waitReady: pglite.waitReady, execProtocolStream } as PGlite;
};

/** Whether PostgreSQL stops after this message (PostgreSQL manual, table 19.2). */
const isFatal = (answer: object): boolean =>
  'severity' in answer && (answer.severity === 'PANIC' || answer.severity === 'FATAL');

const unavailable = (cause?: unknown): DomainError =>
  new DomainError('dependency_unavailable', 'The database is not available at the moment', {
    retryAfterMs: pauseMs,
    cause,
  });
