import type { Clock, HealthProbe, Log, Ports } from '../../core/index.ts';
import type { Store } from '../../core/store.ts';

/** The settings that a factory gets: none of them is secret. A factory reads its own settings itself. */
export interface PortConfig {
  /** Absolute. The folder may not exist yet. */
  readonly dataDir: string;
  readonly publicUrl: string;
  readonly mediaBaseUrl: string;
  readonly uploadMaxBytes: number;
  readonly workers: number;
}

/** What a factory gets. The factories of `log`, `clock` and `timer` get the built-in log and clock. */
export interface PortContext {
  readonly config: PortConfig;
  /** The log of this process. */
  readonly log: Log;
  readonly clock: Clock;
}

/**
 * Opens a port for one process. It returns within 10 seconds, also while the server behind the port is not
 * reachable: then the methods of the port throw `dependency_unavailable`.
 */
export type PortFactory<Port> = (context: PortContext) => Port | Promise<Port>;

/** What a port of yours can have besides the methods of the port. */
export interface PortExtras {
  /**
   * Of `blobs` and `sharedCache`: asked by `GET /api/system/health`. Without it, the service looks up a key that does
   * not exist.
   */
  readonly health?: HealthProbe;
  /**
   * Of `blobs`, for `quoin check-adapter` alone: how much the storage holds, such as bytes or rows, with everything that
   * belongs to no object. Then the check finds pieces of failed uploads.
   */
  usage?(): Promise<number>;
  /** Called once, when nothing uses the port any more. Releases all that keeps the process alive. */
  close?(): void | Promise<void>;
}

/** The ports that can be replaced, under their names in `Ports`: all but the probes, which belong to other ports. */
export type FilePorts = {
  readonly [Name in keyof Ports as Exclude<Name, 'probes'>]-?: Name extends 'store'
    ? Store
    : NonNullable<Ports[Name]> & PortExtras;
};

export type PortName = keyof FilePorts;

/** Factories of ports that replace built-in adapters. */
export type PortFactories = {
  readonly [Name in PortName]?: PortFactory<FilePorts[Name]> | undefined;
};
