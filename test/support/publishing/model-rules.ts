import type { ContentStatus } from '../../../core/vocabulary.ts';
import {
  isSame,
  mayEdit,
  mayMove,
  mergeThree,
  type Action,
  type Model,
  type ModelItem,
  type ModelUser,
  type State,
} from './model.ts';
import type { Changes, Command } from './random-commands.ts';

/** The code of the error; for a bulk operation those of the items; undefined for a success. */
export type Outcome = string | undefined | readonly (string | undefined)[];

const allowed: Readonly<Record<ContentStatus, readonly ContentStatus[]>> = {
  draft: ['draft', 'published', 'archived'],
  published: ['published', 'draft', 'archived'],
  archived: ['archived', 'draft'],
};

const endedBy: Readonly<Record<ContentStatus, readonly Action[]>> = {
  draft: ['unpublish'],
  published: ['publish'],
  archived: ['publish', 'unpublish'],
};

export const isTaken = ({ items }: Model, slug: string, id: string): boolean =>
  [...items.values()].some((each) => !each.isTrashed && each.id !== id && each.state.slug === slug);

interface Write {
  readonly author: string | undefined;
  readonly isAutosave?: boolean;
}

/** Stores an item as its next version, with its revision and its event. */
export const commit = (
  model: Model,
  before: ModelItem | undefined,
  next: Omit<ModelItem, 'version' | 'history'>,
  { author, isAutosave = false }: Write,
): undefined => {
  const version = (before?.version ?? 0) + 1;
  const history = [...(before?.history ?? [])];
  const newest = history.at(-1);
  const isReplaced =
    isAutosave &&
    newest?.isAutosave === true &&
    newest.status === next.status &&
    newest.author === author &&
    model.now() - newest.at < 600_000;
  if (isReplaced) history.pop();
  const { status, state, id } = next;
  history.push({ version, status, state, author, isAutosave, at: model.now() });
  model.items.set(id, { ...next, version, history });
  const restored = before?.isTrashed === true;
  const from = before === undefined || restored ? null : before.version;
  model.events.push({ id, before: from, after: version, restored });
};

export const write = (
  model: Model,
  item: ModelItem,
  state: State,
  status: ContentStatus,
  by: Write,
): string | undefined => {
  if (!allowed[item.status].includes(status)) return 'invalid_transition';
  if (isSame(state, item.state) && status === item.status) return undefined;
  if (isTaken(model, state.slug, item.id)) return 'slug_taken';
  const isNewStatus = status !== item.status;
  const plans = isNewStatus
    ? item.plans.filter((plan) => !plan.failure && !endedBy[status].includes(plan.action))
    : item.plans;
  return commit(model, item, { ...item, state, status, plans }, by);
};

const changed = (state: State, { status: _, ...changes }: Changes): State => ({
  ...state,
  ...changes,
});

/** The item, if the user may edit it. */
export const editable = (model: Model, user: ModelUser, id: string): ModelItem | string => {
  const item = model.items.get(id);
  if (item === undefined || item.isTrashed) return 'not_found';
  return mayEdit(user, item, item.state.collection) ? item : 'forbidden';
};

/** A command about one live item. */
type ItemCommand = Exclude<
  Command,
  { readonly kind: 'bulk' | 'create' | 'elapse' | 'empty trash' | 'purge' | 'recover' }
>;

export const updateItem = (
  model: Model,
  user: ModelUser,
  item: ModelItem,
  command: ItemCommand,
): Outcome => {
  const { id } = item;
  const by = { author: user.id };
  const set = (next: Partial<ModelItem>): undefined =>
    void model.items.set(id, { ...item, ...next });
  const { copy, plans } = item;
  switch (command.kind) {
    case 'save': {
      const state = changed(item.state, command.changes);
      if (!mayMove(user, item, state.collection)) return 'forbidden';
      const remarks = { ...by, isAutosave: command.isAutosave };
      return write(model, item, state, command.changes.status ?? item.status, remarks);
    }
    case 'merge': {
      const base = item.history.find(({ version }) => version === command.base);
      if (base === undefined) return 'version_mismatch';
      const mine = changed(base.state, command.changes);
      const from = [base.state, base.status] as const;
      const merged = mergeThree(from, [mine, base.status], [item.state, item.status]);
      if (merged.hasConflict) return 'version_mismatch';
      if (!mayMove(user, item, merged.state.collection)) return 'forbidden';
      return write(model, item, merged.state, merged.status, by);
    }
    case 'restore': {
      const earlier = item.history.find(({ version }) => version === command.version);
      if (earlier === undefined) return 'not_found';
      const { collection } = item.state;
      return write(model, item, { ...earlier.state, collection }, item.status, by);
    }
    case 'delete':
      set({ isTrashed: true, plans: [] });
      model.events.push({ id, before: item.version, after: null, restored: false });
      return undefined;
    case 'save copy': {
      if (item.status !== 'published') return 'not_published';
      const state = changed(copy?.state ?? item.state, command.changes);
      if (!mayMove(user, item, state.collection)) return 'forbidden';
      const base = copy ?? { base: item.state, baseVersion: item.version };
      return set({ copy: { ...base, state } });
    }
    case 'restore into copy': {
      const earlier = item.history.find(({ version }) => version === command.version);
      if (earlier === undefined) return 'not_found';
      if (item.status !== 'published') return 'not_published';
      const state = { ...earlier.state, collection: item.state.collection };
      return set({ copy: { state, base: item.state, baseVersion: item.version } });
    }
    case 'discard copy':
      return copy === undefined ? 'not_found' : set(withoutCopy(item));
    case 'publish copy': {
      if (copy === undefined) return 'not_found';
      if (item.status === 'archived') return 'invalid_transition';
      const merged = mergeCopy(item, command.side);
      if (merged === undefined) return 'draft_outdated';
      if (!mayMove(user, item, merged.collection)) return 'forbidden';
      if (isSame(merged, item.state) && item.status === 'published') return set(withoutCopy(item));
      return publishCopy(model, { ...item, plans: withoutCopy(item).plans }, merged, by);
    }
    case 'plan': {
      const { publishAt, unpublishAt } = command;
      const isPlanned = typeof publishAt === 'number' || typeof unpublishAt === 'number';
      if (item.status === 'archived' && isPlanned) return 'invalid_transition';
      if (typeof publishAt === 'number') {
        if (copy === undefined && item.status === 'published') return 'nothing_to_publish';
        if (copy !== undefined && !mayMove(user, item, copy.state.collection)) return 'forbidden';
      }
      const planned = (action: Action, at: number | null | undefined) =>
        at === undefined
          ? plans.filter((plan) => plan.action === action && !plan.failure)
          : at === null
            ? []
            : [{ action, at, by: user }];
      const next = [...planned('publish', publishAt), ...planned('unpublish', unpublishAt)];
      const [first, second] = next;
      if (first !== undefined && second !== undefined && first.at >= second.at) {
        return 'invalid_input';
      }
      return set({ plans: next });
    }
    // Not reached: it is about the trash.
    case 'purge':
    case 'remove plan':
      return set({ plans: [] });
  }
};

/** A copy that is published or discarded takes the planned publication along, and what has failed. */
export const withoutCopy = ({ plans }: ModelItem): Pick<ModelItem, 'copy' | 'plans'> => ({
  copy: undefined,
  plans: plans.filter((plan) => !plan.failure && plan.action !== 'publish'),
});

export const mergeCopy = (item: ModelItem, side?: 'mine' | 'theirs'): State | undefined => {
  const { copy, state, status } = item;
  if (copy === undefined) return state;
  const merged = mergeThree([copy.base, status], [copy.state, status], [state, status], side);
  return merged.hasConflict && side === undefined ? undefined : merged.state;
};

export const publishCopy = (
  model: Model,
  item: ModelItem,
  state: State,
  by: Write,
): string | undefined => {
  if (isTaken(model, state.slug, item.id)) return 'slug_taken';
  return commit(model, item, { ...item, state, status: 'published', copy: undefined }, by);
};
