import {
  commit,
  editable,
  isTaken,
  mergeCopy,
  publishCopy,
  updateItem,
  withoutCopy,
  write,
  type Outcome,
} from './model-rules.ts';
import {
  isSame,
  isViewerEverywhere,
  mayCreate,
  mayEdit,
  mayEditAll,
  type Action,
  type Model,
  type ModelItem,
  type ModelUser,
} from './model.ts';
import type { Command } from './random-commands.ts';

const inTrash = (model: Model, user: ModelUser, command: Command): Outcome => {
  if (isViewerEverywhere(user)) return 'forbidden';
  const item = 'id' in command ? model.items.get(command.id) : undefined;
  if (item?.isTrashed !== true || !mayEdit(user, item, item.state.collection)) return 'not_found';
  if (command.kind !== 'recover') {
    model.items.delete(item.id);
    return undefined;
  }
  const state = { ...item.state, ...(command.slug !== undefined && { slug: command.slug }) };
  if (isTaken(model, state.slug, item.id)) return 'slug_taken';
  const status = item.status === 'published' ? 'draft' : item.status;
  const next = { ...item, state, status, isTrashed: false } as const;
  return commit(model, item, next, { author: user.id });
};

const emptyTrash = (
  model: Model,
  user: ModelUser,
  collections: readonly string[],
): string | undefined => {
  if (!collections.some((id) => mayEditAll(user, id))) return 'forbidden';
  for (const { id, isTrashed, state, ...item } of model.items.values()) {
    if (isTrashed && mayEdit(user, item, state.collection)) model.items.delete(id);
  }
  return undefined;
};

/** Makes the planned changes that come due, one after the other. */
const elapse = (model: Model, ms: number): void => {
  const end = model.now() + ms;
  for (;;) {
    const [due] = duePlans(model, end);
    if (due === undefined) return model.setNow(end);
    model.setNow(Math.max(model.now(), due.at));
    const failure = makeChange(model, due.item, due.action);
    if (failure === undefined) continue;
    const { item } = due;
    const plans = item.plans.map((each) =>
      each.action === due.action ? { ...each, failure } : each,
    );
    model.items.set(item.id, { ...item, plans });
    model.events.push({ id: item.id, failed: due.action, code: failure });
  }
};

/** The next ones first. */
const duePlans = ({ items }: Model, until: number) =>
  [...items.values()]
    .flatMap((item) => item.plans.map(({ action, at, failure }) => ({ item, action, at, failure })))
    .filter(({ at, failure }) => failure === undefined && at <= until)
    .toSorted((one, other) => one.at - other.at);

const makeChange = (model: Model, item: ModelItem, action: Action): string | undefined => {
  const by = { author: item.plans.find((plan) => plan.action === action)?.by.id };
  const rest = { ...item, plans: item.plans.filter((plan) => plan.action !== action) };
  if (action === 'unpublish') {
    if (item.status === 'published') return write(model, rest, item.state, 'draft', by);
    model.items.set(item.id, rest);
    return undefined;
  }
  if (item.copy === undefined && item.status === 'published') return 'nothing_to_publish';
  const state = mergeCopy(item);
  if (state === undefined) return 'draft_outdated';
  if (isSame(state, item.state) && item.status === 'published') {
    model.items.set(item.id, item.copy === undefined ? rest : { ...rest, ...withoutCopy(rest) });
    return undefined;
  }
  const isNewStatus = item.status !== 'published';
  const plans = rest.plans.filter(({ failure }) => !isNewStatus || failure === undefined);
  return publishCopy(model, { ...rest, plans }, state, by);
};

const bulk = (
  model: Model,
  user: ModelUser,
  command: Extract<Command, { readonly kind: 'bulk' }>,
): Outcome => {
  if (isViewerEverywhere(user)) return 'forbidden';
  const { action, collection, atomic } = command;
  const one = (id: string): Command => {
    if (action === 'delete') return { kind: 'delete', id };
    if (action === 'restore') return { kind: 'recover', id, slug: undefined };
    if (action === 'move') return { kind: 'save', id, changes: { collection }, isAutosave: false };
    const { status: current, copy } = model.items.get(id) ?? {};
    if (action === 'publish' && current === 'published' && copy !== undefined) {
      return { kind: 'publish copy', id, side: undefined };
    }
    const status = ({ publish: 'published', unpublish: 'draft', archive: 'archived' } as const)[
      action
    ];
    return { kind: 'save', id, changes: { status }, isAutosave: false };
  };
  const ids = [...new Set(command.ids)];
  if (!atomic) return ids.map((id) => applyCommand(model, user, one(id), []) as string | undefined);
  const trial = model.fork();
  const codes = ids.map((id) => {
    const code = applyCommand(trial, user, one(id), []) as string | undefined;
    const slug = trial.items.get(id)?.state.slug ?? '';
    // A slug that another item gives up by the same operation is still taken.
    return code === undefined && isNewSlug(model, id, slug) ? 'slug_taken' : code;
  });
  if (codes.some((code) => code !== undefined)) return codes.map((code) => code ?? 'not_done');
  // They are stored in the order of their ids.
  for (const id of ids.toSorted()) applyCommand(model, user, one(id), []);
  return codes;
};

const isNewSlug = (model: Model, id: string, slug: string): boolean =>
  model.items.get(id)?.state.slug !== slug && isTaken(model, slug, id);

/** Does to the model what a command should do. @param collections all of them. */
export const applyCommand = (
  model: Model,
  user: ModelUser,
  command: Command,
  collections: readonly string[],
  newId = '',
): Outcome => {
  switch (command.kind) {
    case 'create': {
      const { state, status } = command;
      if (!mayCreate(user, state.collection)) return 'forbidden';
      if (isTaken(model, state.slug, '')) return 'slug_taken';
      const item = { id: newId, owner: user.id, status, state, plans: [], isTrashed: false };
      return commit(model, undefined, item, { author: user.id });
    }
    case 'recover':
    case 'purge':
      return inTrash(model, user, command);
    case 'empty trash':
      return emptyTrash(model, user, collections);
    case 'elapse':
      elapse(model, command.ms);
      return undefined;
    case 'bulk':
      return bulk(model, user, command);
    case 'save':
    case 'merge':
    case 'delete':
    case 'restore':
    case 'restore into copy':
    case 'save copy':
    case 'discard copy':
    case 'publish copy':
    case 'plan':
    case 'remove plan': {
      const item = editable(model, user, command.id);
      return typeof item === 'string' ? item : updateItem(model, user, item, command);
    }
  }
};
