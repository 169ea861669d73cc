import type {
  Block,
  RegisteredInstance,
  RegistryView,
} from '../../../adapters/postgres/leases/lease-registry.ts';
import type { Permit, Subject } from '../../../core/index.ts';
import type { VirtualTime } from './virtual-time.ts';

/** An error as PostgreSQL reports it. */
const databaseError = (code: string): Error =>
  Object.assign(new Error(`rejected: ${code}`), { severity: 'ERROR', code });

export interface DatabaseFaults {
  /** Writes check the registry without the lock that registering takes. */
  readonly hasNoFence?: boolean;
  /** Every run of the server counts as settled. */
  readonly isAlwaysSettled?: boolean;
  /** Writes by programs that are no instances leave nothing for the instances. */
  readonly overlooksOutsideWrites?: boolean;
  /** Writes do not check that other instances hold their block. */
  readonly ignoresConfirmations?: boolean;
}

/** A transaction that may write; it holds the shared lock of the fence. */
export interface OpenWrite {
  readonly commit: (subjects: readonly Subject[]) => number;
  readonly rollback: () => void;
}

/**
 * The tables and the functions of the migrations 0005, 0006 and 0009 with the versions of some subjects, each step atomic.
 * Every write increments the versions of its subjects.
 */
export class SimulatedDatabase {
  readonly #time: VirtualTime;
  readonly #faults: DatabaseFaults;
  readonly #versions = new Map<Subject, number>();
  /** The versions after each write. */
  readonly #states: ReadonlyMap<Subject, number>[] = [new Map()];
  #instances = new Map<string, RegisteredInstance>();
  #blocks = new Map<string, Block>();
  #server = 'run 1';
  #settled = 'run 1';
  #ids = 0;
  #hasOutsideWrites = false;
  /** Transactions that hold the shared lock. A restart of the server ends them. */
  readonly #writers = new Set<object>();
  readonly #locked = new Set<string>();
  readonly #waiting: (() => void)[] = [];

  constructor(time: VirtualTime, faults: DatabaseFaults = {}) {
    this.#time = time;
    this.#faults = faults;
  }

  get instanceCount(): number {
    return this.#instances.size;
  }

  /** The versions of all subjects at one time. */
  readAll(subjects: readonly Subject[]): readonly number[] {
    return subjects.map((subject) => this.read(subject));
  }

  /** Whether the subjects ever had these versions at the same time. */
  hadState(subjects: readonly Subject[], versions: readonly number[]): boolean {
    return this.#states.some((state) =>
      subjects.every((subject, index) => (state.get(subject) ?? 0) === versions[index]),
    );
  }

  read(subject: Subject): number {
    return this.#versions.get(subject) ?? 0;
  }

  /** Calls back when the registration is stored. */
  register(previous: string | undefined, done: (id: string) => void): void {
    if (this.#writers.size > 0) {
      this.#waiting.push(() => this.register(previous, done));
      return;
    }
    if (this.#hasOutsideWrites) this.#instances.forEach(({ id: each }) => this.remove(each));
    if (previous !== undefined) this.remove(previous);
    this.#hasOutsideWrites = false;
    const id = this.#nextId();
    this.#instances.set(id, { id, stamp: '', held: [] });
    done(id);
  }

  renew(id: string, held: readonly string[]): RegistryView | undefined {
    if (!this.#instances.has(id) || this.#hasOutsideWrites) return undefined;
    this.#instances.set(id, { id, stamp: this.#nextId(), held });
    return {
      server: this.#server,
      settledServer: this.#faults.isAlwaysSettled === true ? this.#server : this.#settled,
      instances: [...this.#instances.values()],
      blocks: [...this.#blocks.values()],
    };
  }

  isIntact(id: string, server: string): boolean {
    return this.#instances.has(id) && this.#server === server && !this.#hasOutsideWrites;
  }

  insertBlocks(writer: string, subjects: readonly (readonly Subject[])[]): readonly Block[] {
    if (!this.#instances.has(writer)) throw databaseError('23503');
    return subjects.map((each) => {
      const block = { id: this.#nextId(), writer, subjects: each };
      this.#blocks.set(block.id, block);
      return block;
    });
  }

  /** Fails while a transaction is about to delete one of them: a real one would wait. */
  deleteBlocks(ids: readonly string[]): void {
    if (ids.some((id) => this.#locked.has(id))) throw databaseError('55P03');
    for (const id of ids) this.#blocks.delete(id);
  }

  removeStopped(id: string, stamp: string): void {
    if (this.#instances.get(id)?.stamp === stamp) this.remove(id);
  }

  settle(server: string): void {
    this.#settled = server;
  }

  remove(id: string): void {
    const blocks = [...this.#blocks.values()].filter(({ writer }) => writer === id);
    this.deleteBlocks(blocks.map((block) => block.id));
    this.#instances.delete(id);
  }

  /** Begins a transaction and proves its permit. @throws the rejection of the fence. */
  begin({ instance, proof }: Permit): OpenWrite {
    const writer = {};
    if (this.#faults.hasNoFence !== true) this.#writers.add(writer);
    const block = typeof proof === 'object' ? proof.block : undefined;
    const end = (): void => {
      this.#writers.delete(writer);
      if (block !== undefined) this.#locked.delete(block);
      if (this.#writers.size === 0) for (const next of this.#waiting.splice(0)) next();
    };
    const server = this.#server;
    const rejection = this.#reject(instance ?? '', proof);
    if (rejection !== undefined) {
      end();
      throw databaseError(rejection);
    }
    if (block !== undefined) this.#locked.add(block);
    let isOpen = true;
    return {
      rollback: () => {
        isOpen = false;
        end();
      },
      commit: (subjects) => {
        if (!isOpen || this.#server !== server) throw databaseError('25P03');
        if (block !== undefined) this.#blocks.delete(block);
        const version = this.#store(subjects);
        end();
        return version;
      },
    };
  }

  /** A write by a program that is no instance. @returns the version. */
  writeFromOutside(subject: Subject): number {
    this.#hasOutsideWrites = this.#faults.overlooksOutsideWrites !== true;
    return this.#store([subject]);
  }

  /** Ends all transactions. The registry may lose its last changes, as after a failover. */
  restart({ losesRegistry }: { readonly losesRegistry: boolean }): void {
    this.#server = `run at ${this.#time.now()}`;
    this.#writers.clear();
    this.#locked.clear();
    if (losesRegistry) {
      const kept = [...this.#instances].filter(() => this.#time.random() < 0.5);
      this.#instances = new Map(kept);
      this.#blocks = new Map(
        [...this.#blocks].filter(([, { writer }]) => this.#instances.has(writer)),
      );
    }
    for (const next of this.#waiting.splice(0)) next();
  }

  #store(subjects: readonly Subject[]): number {
    for (const subject of subjects) this.#versions.set(subject, this.read(subject) + 1);
    this.#states.push(new Map(this.#versions));
    return Math.max(...subjects.map((subject) => this.read(subject)));
  }

  #reject(instance: string, proof: Permit['proof']): string | undefined {
    if (proof === 'harmless') return undefined;
    if (!this.#instances.has(instance)) return 'QN002';
    if (this.#settled !== this.#server && this.#faults.isAlwaysSettled !== true) return 'QN004';
    if (proof === 'alone') return this.#instances.size === 1 ? undefined : 'QN001';
    if (!this.#blocks.has(proof.block)) return 'QN003';
    const isHeld = [...this.#instances.values()].every(
      ({ id, stamp, held }) => id === instance || stamp === '' || held.includes(proof.block),
    );
    return isHeld || this.#faults.ignoresConfirmations === true ? undefined : 'QN005';
  }

  #nextId(): string {
    this.#ids += 1;
    return String(this.#ids);
  }
}
