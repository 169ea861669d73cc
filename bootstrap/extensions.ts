import type { CmsOptions } from '../core/index.ts';
import type { PortFactories } from './ports/port-factories.ts';

/** What a configuration file, or an application that embeds the service, adds to it. */
export interface Extensions extends Pick<CmsOptions, 'hooks' | 'onEvent'> {
  /** Factories of adapters that take the place of built-in ones, by the names of the ports in `Ports`. */
  readonly ports?: PortFactories | undefined;
}
