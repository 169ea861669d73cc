import { ApiError } from '../../../../../contracts/client/index.ts';
import type { ContentSummaryDto } from '../../../../../contracts/operations/content-summaries.ts';
import { api } from '../../../api/client.ts';

type Items = readonly ContentSummaryDto[];

/** What is done with each item. */
export type BulkCommand = Omit<Parameters<typeof api.bulkContent>[0]['body'], 'ids' | 'atomic'>;

/** Items, and what is done with each of them, in order. */
export interface BulkPart {
  readonly items: Items;
  readonly commands: readonly BulkCommand[];
}

export interface BulkFailure {
  readonly item: ContentSummaryDto;
  readonly error: unknown;
}

export interface BulkResult {
  readonly done: Items;
  readonly failed: readonly BulkFailure[];
  /** Not attempted: the user cancelled, or a request failed as a whole. */
  readonly left: Items;
}

interface BulkOptions {
  /** No step is started after it aborts; the one that runs is finished. */
  readonly signal: AbortSignal;
  /** Called after each step with the number of items that have been attempted. */
  readonly onProgress: (attempted: number) => void;
}

/** The service accepts 500. With fewer, the progress moves, and a cancellation is soon followed. */
const stepSize = 100;

const stepsOf = ({ items, commands }: BulkPart): readonly BulkPart[] =>
  Array.from({ length: Math.ceil(items.length / stepSize) }, (_, index) => ({
    items: items.slice(index * stepSize, (index + 1) * stepSize),
    commands,
  }));

/**
 * Works on many items, a step at a time. Stops when a request fails as a whole, as without a connection: the others
 * would fail as well. Items that somebody else has deleted count neither as deleted nor as failed.
 */
export const runBulk = async (
  parts: readonly BulkPart[],
  { signal, onProgress }: BulkOptions,
): Promise<BulkResult> => {
  const done: ContentSummaryDto[] = [];
  const failed: BulkFailure[] = [];
  const steps = parts.flatMap(stepsOf);
  let attempted = 0;
  while (!signal.aborted) {
    const step = steps.shift();
    if (step === undefined) break;
    const { items, commands } = step;
    let rest = items;
    try {
      for (const command of commands) rest = await send(command, rest, failed);
    } catch (error) {
      failed.push(...rest.map((item) => ({ item, error })));
      break;
    }
    done.push(...rest);
    attempted += items.length;
    onProgress(attempted);
  }
  return { done, failed, left: steps.flatMap(({ items }) => items) };
};

/** @returns the items that succeeded. @throws ApiError, OfflineError for the request as a whole. */
const send = async (command: BulkCommand, items: Items, failed: BulkFailure[]): Promise<Items> => {
  if (items.length === 0) return items;
  const body = { ...command, ids: items.map(({ id }) => id) };
  const { results } = (await api.bulkContent({ body })).body.data;
  const byId = new Map(items.map((item) => [item.id, item]));
  return results.flatMap(({ id, status, error = '', ...facts }) => {
    const item = byId.get(id);
    if (item === undefined || (status === 404 && command.action === 'delete')) return [];
    if (status < 400) return [item];
    const response = { status, headers: new Headers() };
    failed.push({ item, error: new ApiError(response, { error, ...facts }) });
    return [];
  });
};
