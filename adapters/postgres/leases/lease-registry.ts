import type { Subject } from '../../../core/index.ts';

/** A write of subjects that is about to be stored. */
export interface Block {
  readonly id: string;
  /** The registration of the instance that writes. */
  readonly writer: string;
  readonly subjects: readonly Subject[];
}

export interface RegisteredInstance {
  /** Ascends with every registration. */
  readonly id: string;
  /** Random, and replaced by every renewal: an instance whose stamp does not change is not running. */
  readonly stamp: string;
  /** The blocks that the instance respects, by id. */
  readonly held: readonly string[];
}

/** What the registry contains at one time. */
export interface RegistryView {
  /** Identifies the present run of the database server. */
  readonly server: string;
  /** The last run of which it is known that no lease from an earlier run is left. */
  readonly settledServer: string;
  readonly instances: readonly RegisteredInstance[];
  readonly blocks: readonly Block[];
}

/** Sent by one instance to all others. Messages can get lost, and only make writes faster. */
export type LeaseMessage =
  /** Without blocks if they are too long for a message: a renewal returns them. */
  | { readonly type: 'blocked'; readonly blocks: readonly Block[] }
  | { readonly type: 'ended'; readonly blocks: readonly string[] }
  /** An instance has renewed its registration with these blocks. Messages of versions before 0006 lack both. */
  | { readonly type: 'held'; readonly instance?: string; readonly held?: readonly string[] };

/**
 * The registry of the instances that serve from memory: the only authority on who may. Each call is
 * one transaction, and can throw any error after which its outcome is unknown.
 */
export interface LeaseRegistry {
  /**
   * Registers an instance, and removes its previous registration. Waits until every write has ended
   * that began under the registry as it was.
   *
   * @returns the new registration.
   */
  register(previous: string | undefined): Promise<string>;

  /**
   * Replaces the stamp and the held blocks of a registration.
   *
   * @param announce whether other instances wait for it.
   * @returns the registry; undefined if the registration is not {@link isIntact intact}.
   */
  renew(
    instance: string,
    held: readonly string[],
    announce: boolean,
  ): Promise<RegistryView | undefined>;

  /**
   * Whether the registration is there, in this run of the server, and no program that is not an instance has
   * stored a change since.
   */
  isIntact(instance: string, server: string): Promise<boolean>;

  /**
   * Stores blocks and announces them.
   *
   * @param ended blocks whose end is announced too; see {@link announceEnd}.
   * @returns the ids of the new blocks, in order.
   */
  insertBlocks(
    writer: string,
    subjects: readonly (readonly Subject[])[],
    ended: readonly string[],
  ): Promise<readonly string[]>;

  /** Deletes blocks whose writes cannot be stored any more. */
  deleteBlocks(ids: readonly string[]): Promise<void>;

  /** Tells the other instances that the writes of these blocks are stored. */
  announceEnd(ids: readonly string[]): Promise<void>;

  /** Removes a registration, and its blocks, if it still has this stamp. */
  removeStopped(instance: string, stamp: string): Promise<void>;

  /** Stores that no lease from before this run of the server is left. */
  settle(server: string): Promise<void>;

  /** Removes a registration, and its blocks. */
  unregister(instance: string): Promise<void>;

  /** Calls back with every message of another instance that arrives. */
  listen(onMessage: (message: LeaseMessage) => void): void;

  close(): Promise<void>;
}
