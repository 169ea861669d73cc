import { isDockerThere } from './docker.ts';

/** A service that tests may use. */
export interface RunningService {
  readonly url: string;
  /** Ends what was started for it. A service that was there before stays. */
  stop(): Promise<void>;
}

/** The ways of coming by one kind of service. */
export interface Recipe {
  /** What it is called, for people. */
  readonly name: string;
  /** The environment variables that may hold the address of one, in the order in which they count. */
  readonly variables: readonly string[];
  /** What to install so that one can be started here. */
  readonly remedy: string;
  readonly startContainer: () => Promise<RunningService>;
  /** @throws Error saying what is missing. */
  readonly startLocally: () => Promise<RunningService>;
}

/** There is none to be had; says why, and what would help. */
export interface Unavailable {
  readonly unavailable: string;
}

/**
 * The service from the first way that works: an address in the environment, a container where an
 * engine answers, a server of this run's own from a program that is installed.
 *
 * An address that was given and does not work is not passed over: whoever gave it wants that one.
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
  const contained = (await isDockerThere())
    ? await attempt('in a container', recipe.startContainer)
    : void reasons.push('no container engine answers');
  const service = contained ?? (await attempt('from a program', recipe.startLocally));
  return (
    service ?? {
      unavailable: `${recipe.name} is not available (${reasons.join('; ')}). ${recipe.remedy}`,
    }
  );
};
