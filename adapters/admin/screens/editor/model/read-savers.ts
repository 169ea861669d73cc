import { api } from '../../../api/client.ts';
import { isOnCopy } from './edited-item.ts';
import type { StoredState } from './editing.ts';
import type { Saver, Savers } from './savers.ts';

/** So many of the newest revisions say who changed what. */
const revisionsRead = 50;

/** The latest copies, and then as many as the list may contain. */
const copiesRead = [20, 1_000];

const saverOfCopy = async (id: string): Promise<Saver | undefined> => {
  for (const limit of copiesRead) {
    const { data } = (await api.listDrafts({ query: { limit } })).body;
    const found = data.find((entry) => entry.id === id);
    if (found !== undefined) return { author: found.author, at: found.updated_at };
    if (data.length < limit) return undefined;
  }
  return undefined;
};

/** Undefined if the service does not say it: the history is off, or the copy is gone. @throws ApiError, OfflineError. */
export const readSavers = async (state: StoredState): Promise<Savers | undefined> => {
  const { id } = state.stored.item;
  if (isOnCopy(state)) {
    const last = await saverOfCopy(id);
    return last && { last, byPath: new Map() };
  }
  const query = { limit: revisionsRead };
  const { data } = (await api.listRevisions({ params: { id }, query })).body;
  const [newest] = data;
  if (newest === undefined) return undefined;
  const byPath = new Map<string, Saver>();
  for (const { author, created_at: at, changed } of data) {
    for (const path of changed) if (!byPath.has(path)) byPath.set(path, { author, at });
  }
  return { last: { author: newest.author, at: newest.created_at }, byPath };
};
