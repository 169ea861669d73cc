import type { DataSet } from '../data/posts.ts';

/** What a driver sends. Plain data, because the driver is a process of its own. */
export interface Load {
  /** The servers. Connections are distributed evenly. */
  readonly urls: readonly string[];
  /** The processes whose processor time is measured. */
  readonly pids: readonly number[];
  readonly connections: number;
  /** How long to send before the measurement begins. */
  readonly warmSeconds: number;
  readonly seconds: number;
  /** Ends the measurement after this many requests. */
  readonly maxRequests?: number;
  readonly requests: Requests;
}

export type Requests =
  | PageRequests
  | ItemRequests
  | ConditionalRequests
  | CreateRequests
  | LogInRequests
  | MixedRequests;

/** Pages of the list at the offsets `from`, `from + step`, … */
export interface PageRequests {
  readonly kind: 'pages';
  readonly data: DataSet;
  /** Filters the list. */
  readonly status?: 'published';
  /** Whether items are created meanwhile, which come first. */
  readonly grows?: boolean;
  readonly limit: number;
  readonly from: number;
  readonly step: number;
  /** After this many pages, the first one follows again. */
  readonly count: number;
}

/** The newest items by their ids. */
export interface ItemRequests {
  readonly kind: 'items';
  readonly data: DataSet;
  readonly count: number;
}

/** A page that the client already has: the answer is 304. */
export interface ConditionalRequests {
  readonly kind: 'conditional';
  readonly path: string;
  readonly etag: string;
}

export interface CreateRequests {
  readonly kind: 'create';
  readonly data: DataSet;
  readonly token: string;
  /** Different in each run, because slugs are unique. */
  readonly run: string;
}

export interface LogInRequests {
  readonly kind: 'log-in';
  readonly email: string;
  readonly password: string;
  /** Different in each run: the service limits the logins of an address. */
  readonly run: number;
}

/** Half lists and half items, and updates of the same items. */
export interface MixedRequests {
  readonly kind: 'mixed';
  readonly data: DataSet;
  /** The share of updates, from 0 to 1. */
  readonly writes: number;
  /** How many of the newest items are read and updated. */
  readonly hot: number;
  readonly token: string;
}

/** What a driver measured. */
export interface Measured {
  readonly requests: number;
  readonly seconds: number;
  /** How many responses were parsed, with those of the warm-up; of the others, status and length are checked. */
  readonly checked: number;
  /** The share of one core that the driver used. Near 1, the driver is what limits the rate. */
  readonly driverCpu: number;
  /** Of the processes in `pids`. */
  readonly serverCpuSeconds: number;
  /** Milliseconds, of the requests in the order of their responses; at most 100,000. */
  readonly latencies: readonly number[];
}
