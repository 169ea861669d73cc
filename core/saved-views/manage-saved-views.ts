import { authorize, authorizeOwnAccount, authorizeSomewhere } from '../access/policy.ts';
import { findUser } from '../accounts/read-users.ts';
import { audited } from '../events/record-audit.ts';
import type { Actor, UserActor } from '../model/actor.ts';
import type { AuditAction, AuditedOperation } from '../model/audit-entry.ts';
import {
  parseViewName,
  parseViewQuery,
  savedViewLimits,
  type SavedView,
  type ShownView,
} from '../model/saved-view.ts';
import { asAuthor } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { DomainError, invalid, notFound } from '../primitives/errors.ts';
import { parsePage, type PageRequest } from '../primitives/paging.ts';
import { laterOf } from '../primitives/time.ts';
import { readUuid } from '../primitives/uuid.ts';

export interface CreateView {
  readonly name: string;
  readonly query: SavedView['query'];
  /** Defaults to false. */
  readonly shared?: boolean | undefined;
}

/** Absent members stay as they are. */
export type UpdateView = { readonly [Member in keyof CreateView]?: CreateView[Member] | undefined };

type Writing = Pick<Dependencies, 'store' | 'clock'>;

/** Deletions of accounts have the same lock: no view becomes private while its owner is being deleted. */
const lock = 'accounts';

export const listViews =
  ({ savedViews }: Pick<Dependencies, 'savedViews'>) =>
  async (actor: Actor, request: PageRequest): Promise<readonly ShownView[]> => {
    const { userId } = authorizeOwnAccount(actor);
    return savedViews.list(userId, parsePage(request));
  };

export const createView =
  ({ store, clock, ids }: Writing & Pick<Dependencies, 'ids'>) =>
  async (actor: Actor, { name, query, shared = false }: CreateView): Promise<ShownView> => {
    const { userId } = authorizeOwnAccount(actor);
    if (shared) authorizeSomewhere(actor, 'edit');
    const decided = {
      name: parseViewName(name),
      query: parseViewQuery(query),
      isShared: shared,
    };
    const create = async ({ users, savedViews }: Repositories): Promise<ShownView> => {
      const owner = asAuthor(await findUser(users, userId));
      if ((await savedViews.countOf(userId)) >= savedViewLimits.views) throw tooMany();
      const now = clock.now();
      const times = { createdAt: now, updatedAt: now };
      const view: SavedView = { id: ids.next(), ...decided, ownerId: userId, ...times };
      await savedViews.insert(view);
      return { ...view, owner };
    };
    return audited({ store, lock }, actor, create, (view) => operationOn('view.create', view));
  };

export const updateView =
  ({ store, clock }: Writing) =>
  async (actor: Actor, id: string, { name, query, shared }: UpdateView): Promise<ShownView> => {
    const user = authorizeOwnAccount(actor);
    const changes = {
      ...(name !== undefined && { name: parseViewName(name) }),
      ...(query !== undefined && { query: parseViewQuery(query) }),
      ...(shared !== undefined && { isShared: shared }),
    };
    const update = async ({ savedViews }: Repositories) => {
      const before = await findChangeable(savedViews, user, id);
      const updatedAt = laterOf(before.updatedAt, clock.now());
      const after = { ...before, ...changes, updatedAt };
      if (after.isShared) authorizeSomewhere(actor, 'edit');
      else if (after.ownerId === undefined) throw ownerless();
      const { owner: _, ...view } = after;
      await savedViews.update(view);
      return { before, after };
    };
    const { after } = await audited(
      { store, lock },
      actor,
      update,
      (done) => operationOn('view.update', done.after) ?? operationOn('view.update', done.before),
    );
    return after;
  };

export const deleteView =
  ({ store }: Pick<Dependencies, 'store'>) =>
  async (actor: Actor, id: string): Promise<void> => {
    const user = authorizeOwnAccount(actor);
    const remove = async ({ savedViews }: Repositories): Promise<SavedView> => {
      const view = await findChangeable(savedViews, user, id);
      await savedViews.delete(view.id);
      return view;
    };
    await audited({ store, lock }, actor, remove, (view) => operationOn('view.delete', view));
  };

/**
 * A view that the user may change: an own one or, as an admin, any that is shared.
 *
 * @throws DomainError `not_found`, also for the private view of somebody else; `forbidden`.
 */
const findChangeable = async (
  savedViews: Repositories['savedViews'],
  user: UserActor,
  rawId: string,
): Promise<ShownView> => {
  const id = readUuid(rawId);
  const view = id === undefined ? undefined : await savedViews.find(id);
  const isOwn = view?.ownerId === user.userId;
  if (view === undefined || !(isOwn || view.isShared)) throw notFound('View');
  if (!isOwn) authorize(user, 'administer');
  return view;
};

/** The audit has what concerns others: shared views. */
const operationOn = (
  action: AuditAction,
  { id, name, isShared }: SavedView,
): AuditedOperation | undefined => (isShared ? { action, id, detail: name } : undefined);

const ownerless = (): DomainError =>
  invalid('invalid_input', [
    { path: 'shared', message: 'must be true for a view without an owner' },
  ]);

const tooMany = (): DomainError =>
  new DomainError('too_many_views', `You have ${savedViewLimits.views} saved views already`, {
    details: 'Delete those that you do not use',
  });
