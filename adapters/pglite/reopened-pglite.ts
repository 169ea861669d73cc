import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig, type PGlitePgConfig } from '@electric-sql/pglite/node-postgres';
import { DomainError, second } from '../../core/index.ts';

export interface PgliteConfig extends PGlitePgConfig {
  /** Asked by Knex before it makes another connection of it. */
  readonly expirationChecker: () => boolean;
}

export interface ReopenedPglite {
  /** For connections to the database as it is open now, or else opened for it. */
  readonly config: () => Promise<PgliteConfig>;
  readonly close: () => Promise<void>;
}

/** An attempt keeps the process from everything else for about half a second. */
const pauseMs = 5 * second;

/**
 * Opens the database again after it broke down, as it does when it cannot write its log for want of
 * room. Its connection is lost then, as if a server had gone; the next one opens it anew, once in
 * five seconds at most.
 *
 * `config` throws DomainError `dependency_unavailable` while it cannot be opened.
 *
 * @param open as often as it takes.
 * @throws what `open` throws the first time.
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
      const breakDown = (cause: unknown): Error => {
        // Asked anything more, even to close, it would keep the process busy for ever.
        if (pglite === current) pglite = undefined;
        return new Error('Connection terminated unexpectedly', { cause });
      };
      return Object.assign(createPgConfig(guarded(current, breakDown)), {
        expirationChecker: () => pglite !== current,
      });
    },
    close: async () => pglite?.close(),
  };
};

/** The little of it that a connection asks for. */
const guarded = (pglite: PGlite, breakDown: (cause: unknown) => Error): PGlite => {
  let isBroken = false;
  const fail = (cause: unknown): never => {
    isBroken = true;
    throw breakDown(cause);
  };
  const execProtocolStream: PGlite['execProtocolStream'] = async (message, options) => {
    if (isBroken) return fail(undefined);
    const answers = await pglite.execProtocolStream(message, options).catch(fail);
    return answers.find(isLastWord) === undefined ? answers : fail(answers.find(isLastWord));
  };
  return { waitReady: pglite.waitReady, execProtocolStream } as PGlite;
};

/** Whether PostgreSQL ended with it (PostgreSQL manual, table 19.2). */
const isLastWord = (answer: object): boolean =>
  'severity' in answer && (answer.severity === 'PANIC' || answer.severity === 'FATAL');

const unavailable = (cause?: unknown): DomainError =>
  new DomainError('dependency_unavailable', 'The database is not available at the moment', {
    retryAfterMs: pauseMs,
    cause,
  });
