/** What a configuration file imports: the package exports this file as `./config`. */
import type { Extensions } from './wiring.ts';

export type {
  Attempt,
  DomainEvent,
  Hook,
  HookedOperation,
  OnEvent,
  Replacement,
  Verdict,
} from '../core/index.ts';

/** The default export of `quoin.config.ts`. */
export type QuoinConfig = Extensions;

/** Returns its argument. With it, editors complete and check a configuration file. */
export const defineConfig = (config: QuoinConfig): QuoinConfig => config;
