import { isDockerAvailable } from './deployment/docker.ts';

/** A service that tests may use. */
export interface RunningService {
  readonly url: string;
  /** Stops the service if this run started it. */
  stop(): Promise<void>;
}

/** The ways to get one kind of service. */
export interface Recipe {
  /** The name in messages. */
  readonly name: string;
  /** Environment variables that may contain its URL. The first one that is set is used. */
  readonly variables: readonly string[];
  /** What to do if the service is unavailable. */
  readonly remedy: string;
  readonly startContainer: () => Promise<RunningService>;
  /** @throws Error that names what is missing. */
  readonly startLocally: () => Promise<RunningService>;
}

/** The service is unavailable: the reasons, and what to do. */
export interface Unavailable {
  readonly unavailable: string;
}

/**
 * Gets the service in the first way that works: a URL in the environment, a container, or an installed
 * program.
 *
 * A URL in the environment is used even if no server answers there: the tests then fail.
 */
export const provide = async (recipe: Recipe): Promise<RunningService | Unavailable> => {
  const [url] = recipe.variables.flatMap((variable) => process.env[variable] || []);
  if (url !== undefined) return { url, stop: async () => undefined };
  const reasons = recipe.variables.map((variable) => `${variable} is not set`);
  const attempt = async (way: string, start: () => Promise<RunningService>) => {
    try {
      return await start();
    } catch (error) {
      reasons.push(`${way}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  };
  const contained = (await isDockerAvailable())
    ? await attempt('in a container', recipe.startContainer)
    : void reasons.push('no container engine answers');
  const service = contained ?? (await attempt('from a program', recipe.startLocally));
  return (
    service ?? {
      unavailable: `${recipe.name} is not available (${reasons.join('; ')}). ${recipe.remedy}`,
    }
  );
};
