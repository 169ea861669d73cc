/** What a configuration file imports: the package exports this file as `./config`. */
import type { Extensions } from './extensions.ts';

export type {
  Attempt,
  BlobStore,
  Clock,
  DomainEvent,
  Hook,
  KeyValueCache,
  Log,
  OnEvent,
  Replacement,
  Verdict,
} from '../core/index.ts';
export type { Store } from '../core/store.ts';
export type { HookedOperation } from '../core/vocabulary.ts';
export type {
  PortConfig,
  PortContext,
  FilePorts,
  PortExtras,
  PortFactories,
  PortFactory,
} from './ports/port-factories.ts';

export {
  defineSchema,
  type CollectionDefinition,
  type FieldDefinition,
  type SchemaDefinition,
} from './define-schema.ts';

/** The default export of `quoin.config.ts`. */
export type QuoinConfig = Extensions;

/** Returns its argument. With it, editors complete and check a configuration file. */
export const defineConfig = (config: QuoinConfig): QuoinConfig => config;
