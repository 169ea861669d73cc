import type { MemoryListener, Subject } from '../../../core/index.ts';
import { isLockTimeout, noConnection, unavailable } from '../errors.ts';
import { KnownBlocks } from './known-blocks.ts';
import type { LeaseMessage, LeaseRegistry, RegistryView } from './lease-registry.ts';
import { ObservedInstances } from './observed-instances.ts';
import type { Pace } from './pace.ts';
import { Renewals } from './renewals.ts';

/** In milliseconds. */
export const leaseTimes = {
  renewal: 650,
  /** How long an instance serves from memory after it sent a renewal. */
  lease: 1_800,
  /** Without a renewal for this long, an instance counts as stopped. Longer than a lease on any clock. */
  stopped: 2_200,
  /** How long a write waits for its own instance to be registered. */
  registration: 5_000,
  /** How long it waits while the database is unreachable. */
  restart: 1_000,
  /** How long a write waits for other instances. They count as stopped before. */
  others: 8_000,
} as const;

export type LeaseTimes = Readonly<Record<keyof typeof leaseTimes, number>>;

export interface LeaseOptions {
  readonly registry: LeaseRegistry;
  readonly pace: Pace;
  /** Called with the current registration, which the writes of this process declare. */
  readonly declare: (instance: string | undefined) => void;
  /** Defaults to {@link leaseTimes}. */
  readonly times?: LeaseTimes;
}

export interface Registration {
  readonly id: string;
  /** On both clocks: until when the instance may serve. */
  servesUntil: { readonly monotonic: number; readonly wall: number };
  isAlone: boolean;
  /** Whether the registry was read since the registration. */
  isRenewed: boolean;
}

/**
 * The lease of this instance: registers it, renews the registration, and keeps the memories of this
 * process from serving what other instances are writing.
 */
export class Lease {
  readonly renewals: Renewals<RegistryView>;
  readonly times: LeaseTimes;
  readonly #options: LeaseOptions;
  readonly #known = new KnownBlocks();
  readonly #observed = new ObservedInstances();
  /** The blocks that each other instance holds, by its registration. As last seen or announced. */
  #heldByOthers = new Map<string, readonly string[]>();
  #registration: Registration | undefined;
  #previous: string | undefined;
  /** The run of the server that this instance knows, and from when it may use its registration. */
  #server: { readonly id: string; readonly usableFrom: number } | undefined;
  #isStarted = false;
  #isClosed = false;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.times = options.times ?? leaseTimes;
    this.renewals = new Renewals(options.pace, this.times.renewal, () => this.#renew());
  }

  join(memory: MemoryListener): void {
    this.#known.join(memory);
  }

  /** Blocks the memories of this process. @returns releases them. */
  block(subjects: readonly Subject[]): () => void {
    return this.#known.block(subjects);
  }

  /** The present registration; undefined while there is none. */
  get registration(): Registration | undefined {
    return this.#registration;
  }

  /** The run of the server that this instance knows. */
  get server(): string | undefined {
    return this.#server?.id;
  }

  mayServe(): boolean {
    this.start();
    const until = this.#registration?.servesUntil;
    if (until === undefined) return false;
    const { pace } = this.#options;
    // The monotonic clock may have stopped while the machine was suspended.
    return pace.monotonic() < until.monotonic && pace.wall() < until.wall;
  }

  /** Registers in the background, once. */
  start(): void {
    if (this.#isStarted || this.#isClosed) return;
    this.#isStarted = true;
    this.renewals.request();
  }

  /** Waits for a registration. @throws DomainError `dependency_unavailable` without one in time. */
  async registered(): Promise<Registration> {
    this.start();
    const { pace } = this.#options;
    const began = pace.monotonic();
    const deadline = began + this.times.registration;
    let failures = 0;
    while (this.#registration?.isRenewed !== true || !this.#isUsable()) {
      if (this.#isClosed || pace.monotonic() > deadline) {
        throw noConnection(new Error('This instance is not registered in the database'));
      }
      const { error } = await this.renewals.after(this.renewals.started);
      failures += error === undefined || isLockTimeout(error) ? 0 : 1;
      // A restart of the server takes a moment, and after a failure there is a new connection.
      const isPatient = failures < 2 || pace.monotonic() < began + this.times.restart;
      if (error !== undefined && !isPatient) throw unavailable(error);
    }
    return this.#registration;
  }

  /** Whether all other instances hold the block, as far as is known here. */
  isHeldByOthers(block: string): boolean {
    return [...this.#heldByOthers.values()].every((held) => held.includes(block));
  }

  /** Stops serving from memory, begins empty, and registers again. */
  lose(): void {
    this.#registration = undefined;
    this.#known.reset();
    this.#options.declare(undefined);
    this.renewals.request();
  }

  receive(message: LeaseMessage): void {
    if (this.#registration === undefined) return;
    const { id } = this.#registration;
    switch (message.type) {
      case 'blocked': {
        const { blocks } = message;
        const foreign = blocks.filter(({ writer }) => writer !== id);
        if (this.#known.learn(foreign) || blocks.length === 0) this.renewals.request();
        break;
      }
      case 'ended':
        this.#known.end(message.blocks);
        break;
      case 'held':
        if (message.instance === undefined || message.held === undefined) return;
        this.#heldByOthers.set(message.instance, message.held);
        this.renewals.wake();
    }
  }

  /** Stops serving from memory, and removes the registration. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.renewals.stop();
    const { registry } = this.#options;
    const registered = this.#registration?.id ?? this.#previous;
    this.lose();
    try {
      if (registered !== undefined) await registry.unregister(registered);
    } catch {
      // It soon counts as stopped.
    }
    await registry.close();
  }

  async #renew(): Promise<RegistryView | undefined> {
    const { registry, pace } = this.#options;
    const registration = this.#registration ?? (await this.#register());
    const renewal = this.#known.countRenewal();
    // The lease begins before the renewal is sent: others may see it as soon as it arrives.
    const sent = { monotonic: pace.monotonic(), wall: pace.wall() };
    const held = this.#known.ids;
    const view = await registry.renew(registration.id, held, held.length > 0);
    if (this.#registration !== registration) return undefined;
    if (view === undefined) {
      this.lose();
      return undefined;
    }
    this.#meetServer(view);
    const foreign = view.blocks.filter(({ writer }) => writer !== registration.id);
    if (this.#known.learn(foreign)) this.renewals.request();
    this.#known.keepOnly(foreign, renewal);
    await this.#tidy(view, registration);
    if (this.#isUsable() && this.#registration === registration) {
      const { lease } = this.times;
      registration.servesUntil = { monotonic: sent.monotonic + lease, wall: sent.wall + lease };
    }
    return view;
  }

  async #register(): Promise<Registration> {
    const id = await this.#options.registry.register(this.#previous);
    this.#known.reset();
    this.#previous = id;
    this.#registration = {
      id,
      servesUntil: { monotonic: 0, wall: 0 },
      isAlone: false,
      isRenewed: false,
    };
    this.#options.declare(id);
    return this.#registration;
  }

  /** After a restart, the registry may lack instances that still serve from memory. */
  #meetServer({ server, settledServer }: RegistryView): void {
    if (this.#server?.id === server) return;
    this.#known.reset();
    const now = this.#options.pace.monotonic();
    const isSettled = settledServer === server;
    this.#server = { id: server, usableFrom: isSettled ? now : now + this.times.stopped };
  }

  #isUsable(): boolean {
    return this.#server !== undefined && this.#options.pace.monotonic() >= this.#server.usableFrom;
  }

  /** Settles a new run of the server, and removes instances that have stopped. */
  async #tidy(view: RegistryView, registration: Registration): Promise<void> {
    const { registry, pace } = this.#options;
    if (this.#isUsable() && view.settledServer !== view.server) await registry.settle(view.server);
    const others = view.instances.filter(({ id }) => id !== registration.id);
    // An instance without a stamp does not serve yet, and reads the blocks before it does.
    const renewed = others.filter(({ stamp }) => stamp !== '');
    this.#heldByOthers = new Map(renewed.map(({ id, held }) => [id, held]));
    registration.isAlone = others.length === 0;
    registration.isRenewed = true;
    const now = pace.monotonic();
    for (const { id, stamp } of this.#observed.unchangedFor(this.times.stopped, others, now)) {
      await registry.removeStopped(id, stamp);
      this.renewals.request();
    }
  }
}
