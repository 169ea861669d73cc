import { authorize } from '../access/policy.ts';
import { findStoredItem } from '../content/stored-item.ts';
import type { Actor } from '../model/actor.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { RevisionEntry } from '../model/content/revision.ts';
import type { Dependencies } from '../ports/ports.ts';
import { notFound } from '../primitives/errors.ts';
import { parsePage, type PageRequest } from '../primitives/paging.ts';
import { findItemAt } from './item-at.ts';

type HistoryDependencies = Pick<Dependencies, 'contents' | 'collections' | 'revisions'>;

export const listRevisions =
  (dependencies: HistoryDependencies) =>
  async (actor: Actor, id: string, request: PageRequest): Promise<readonly RevisionEntry[]> => {
    authorize(actor, 'read_history');
    const page = parsePage(request);
    const { item } = await findStoredItem(dependencies, actor, id);
    return dependencies.revisions.list(item.id, page);
  };

export const getRevision =
  (dependencies: HistoryDependencies) =>
  async (actor: Actor, id: string, version: number): Promise<ContentItem> => {
    authorize(actor, 'read_history');
    const { item } = await findStoredItem(dependencies, actor, id);
    const found = await findItemAt(dependencies.revisions, item, version);
    if (found === undefined) throw noSuchVersion();
    return found;
  };

export const noSuchVersion = () => notFound('This version');
