/**
 * Names something that values in memory depend on: the settings, an item, a session. A write names the
 * subjects that it changes.
 */
export type Subject = string;

/**
 * Proves to the unit of work that no memory still serves what a write changes. Core code only passes it
 * on.
 */
export interface Permit {
  /** The registration of the writing instance; undefined where there is only one instance. */
  readonly instance?: string;
  /**
   * `alone`: the write may be stored only while no other instance is registered. `harmless`: it changes
   * nothing that a memory holds. Otherwise the id of the block that ends with the write.
   */
  readonly proof: 'alone' | 'harmless' | { readonly block: string };
}

/** The values that an instance holds in memory. */
export interface MemoryListener {
  /**
   * Drops the values of the subjects, and keeps none that is loaded until the block is released. It has
   * happened when the call returns.
   *
   * @returns releases the block; must be called exactly once.
   */
  block(subjects: readonly Subject[]): () => void;

  /** Drops everything, and keeps nothing that is being loaded. */
  dropAll(): void;
}

/**
 * Keeps the memories of all instances fresh. Once a write was acknowledged, or a read anywhere has
 * returned its result, no memory returns an earlier value of its subjects.
 */
export interface Coordinator {
  /** Adds a memory of this instance. */
  join(memory: MemoryListener): void;

  /**
   * Whether memories of this process may serve values now. Cheap and synchronous: call it on every read.
   * False while writes of other instances might not reach this one first.
   */
  mayServe(): boolean;

  /**
   * Asks the database whether memories may still serve what they hold: whether no program that does not
   * coordinate its writes has changed anything. The question is sent after the call.
   *
   * @returns false if that is not certain. Then memories have been dropped, or may not be served.
   */
  confirm(): Promise<boolean>;

  /**
   * Runs a write of the subjects. Every memory of every instance is blocked from before the write is
   * stored until its outcome is known. `work` stores the write with the permit, once; it can be called
   * again if it fails because the permit is no longer valid.
   *
   * @throws what `work` throws; DomainError `dependency_unavailable` if other instances cannot be reached or waited for.
   */
  write<T>(subjects: readonly Subject[], work: (permit: Permit) => Promise<T>): Promise<T>;
}
