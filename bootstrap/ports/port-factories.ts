import type { BlobStore, Clock, HealthProbe, KeyValueCache, Log, Store } from '../../core/index.ts';
import type { Config } from '../config.ts';

/** The settings that a factory gets: none of them is secret. A factory reads its own settings itself. */
export type PortConfig = Pick<
  Config,
  'dataDir' | 'publicUrl' | 'mediaBaseUrl' | 'uploadMaxBytes' | 'workers'
>;

/** What a factory gets. */
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
  /** Asked by `GET /api/system/health`. Without it, the service looks up a key that does not exist. */
  readonly health?: HealthProbe;
  /** Called once, when nothing uses the port any more. Releases all that keeps the process alive. */
  close?(): void | Promise<void>;
}

/** The ports that a configuration file can replace. */
export interface FilePorts {
  /** All content, accounts and settings: replaces the database. */
  readonly store: Store;
  /** The bytes of media files: replaces the bucket, or the folder of the files. */
  readonly blobs: BlobStore & PortExtras;
  /**
   * What instances share besides the store: the counters of rate limits, and sealed copies of pages and of verified
   * signatures. Replaces Redis.
   */
  readonly keyValue: KeyValueCache & PortExtras;
}

export type PortName = keyof FilePorts;

/** Factories of ports that replace built-in adapters. */
export type PortFactories = {
  readonly [Name in PortName]?: PortFactory<FilePorts[Name]> | undefined;
};

export const portNames: readonly PortName[] = ['store', 'blobs', 'keyValue'];

/** The names of the ports that are replaced. */
export const replacedPorts = (ports: PortFactories): readonly PortName[] =>
  portNames.filter((name) => ports[name] !== undefined);
