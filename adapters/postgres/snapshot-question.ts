import { Client, type ClientConfig } from 'pg';
import type { Timer } from '../../core/index.ts';
import type { Snapshot } from '../../core/vocabulary.ts';
import type { RunStatement } from './connection/knex-pool.ts';
import { snapshotOf, snapshotSelection } from './basis.ts';

/** How long an answer is waited for, the connection included. Reading the content itself is not much slower. */
const deadlineMs = 250;

const question = { name: 'store_snapshot', text: `select ${snapshotSelection}` };

interface Answer {
  readonly run: string;
  readonly transactions: string | null;
}

/** The questions since the start. */
export interface QuestionCounts {
  readonly known: number;
  /** Without an answer in time, or on a standby. */
  readonly unknown: number;
  /** How long all of them took together. */
  readonly totalMs: number;
  /** The time since the last known answer; undefined before it. */
  readonly ageMs: number | undefined;
}

/**
 * Asks a server for its snapshot, on a connection of its own. One question at a time: callers share the next one that
 * starts after their call, so the answer is never older than the call. No answer within the deadline is an
 * unknown snapshot, and ends the connection.
 */
export class SnapshotQuestion {
  readonly #config: ClientConfig;
  readonly #timer: Timer;
  readonly #run: RunStatement;
  #client: Promise<Client> | undefined;
  #running: Promise<unknown> | undefined;
  #next: Promise<Snapshot | undefined> | undefined;
  #isClosed = false;
  readonly #counts = { known: 0, unknown: 0, totalMs: 0 };
  #knownAt: number | undefined;

  constructor(config: ClientConfig, timer: Timer, run: RunStatement = (_, work) => work()) {
    this.#config = config;
    this.#timer = timer;
    this.#run = run;
  }

  ask(): Promise<Snapshot | undefined> {
    return (this.#next ??= this.#askAfter(this.#running));
  }

  get counts(): QuestionCounts {
    const ageMs = this.#knownAt === undefined ? undefined : performance.now() - this.#knownAt;
    return { ...this.#counts, ageMs };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    await client?.end();
  }

  async #askAfter(running: Promise<unknown> | undefined): Promise<Snapshot | undefined> {
    await running;
    // All requests that have arrived together ask once.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    const answer = this.#askAndCount();
    this.#running = answer;
    this.#next = undefined;
    return answer;
  }

  async #askAndCount(): Promise<Snapshot | undefined> {
    const startedAt = performance.now();
    const answer = await this.#run(question.name, () => this.#askNow());
    const endedAt = performance.now();
    this.#counts.totalMs += endedAt - startedAt;
    this.#counts[answer === undefined ? 'unknown' : 'known'] += 1;
    if (answer !== undefined) this.#knownAt = endedAt;
    return answer;
  }

  /** Never rejects. */
  async #askNow(): Promise<Snapshot | undefined> {
    if (this.#isClosed) return undefined;
    const connection = (this.#client ??= this.#connect());
    const answer = connection
      .then((client) => client.query<Answer>(question))
      .catch(() => undefined);
    const result = await this.#timer.within(answer, deadlineMs);
    if (result.inTime && result.value !== undefined) {
      const [row] = result.value.rows;
      return row && snapshotOf(row.run, row.transactions);
    }
    if (this.#client === connection) this.#client = undefined;
    void connection.then((client) => client.end()).catch(() => undefined);
    return undefined;
  }

  async #connect(): Promise<Client> {
    const client = new Client(this.#config);
    // A lost connection fails the next question, which opens another one.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
}
