import { authorize, authorizeOwnAccount } from '../access/policy.ts';
import {
  findEditable,
  findStoredItem,
  resourceOf,
  type StoredItem,
} from '../content/stored-item.ts';
import { audited } from '../events/record-audit.ts';
import type { Actor } from '../model/actor.ts';
import {
  previewLifetimeMs,
  previewTokenMark,
  previewTokenSecretBits,
  type PreviewLifetime,
} from '../model/preview.ts';
import { placementIn } from '../model/content/translation.ts';
import { renderPreviewUrl } from '../model/preview-url.ts';
import type { Dependencies } from '../ports/ports.ts';
import { DomainError, notFound } from '../primitives/errors.ts';
import type { EpochMs } from '../primitives/time.ts';

export interface CreatePreview {
  /** Defaults to one hour. */
  readonly expiresIn?: PreviewLifetime | undefined;
}

export interface CreatedPreview {
  /** The complete token. Nothing else returns it. */
  readonly secret: string;
  readonly expiresAt: EpochMs;
}

export interface CreatedItemPreview extends CreatedPreview {
  /** Where the item is shown; undefined if its collection has no URL for previews. */
  readonly url: string | undefined;
}

type TokenDependencies = Pick<Dependencies, 'store' | 'ids' | 'secrets' | 'digest'>;
type ItemDependencies = Pick<Dependencies, 'contents' | 'collections' | 'copies'>;

export const createItemPreview =
  (dependencies: TokenDependencies & ItemDependencies) =>
  async (actor: Actor, id: string, command: CreatePreview = {}): Promise<CreatedItemPreview> => {
    const { userId } = authorizeOwnAccount(actor);
    const stored = await findStoredItem(dependencies, actor, id);
    authorize(actor, 'read', resourceOf(stored));
    const created = await storeToken(dependencies, actor, userId, stored.item.id, command);
    if (created === undefined) throw notFound('Content');
    return { ...created, url: await urlOf(dependencies, stored, created.secret) };
  };

export const createSitePreview =
  (dependencies: TokenDependencies) =>
  async (actor: Actor, command: CreatePreview = {}): Promise<CreatedPreview> => {
    const { userId } = authorizeOwnAccount(actor);
    const created = await storeToken(dependencies, actor, userId, undefined, command);
    if (created === undefined) {
      throw new DomainError('invalid_session', 'The account of this session is not active');
    }
    return created;
  };

export const revokeItemPreviews =
  (dependencies: Pick<Dependencies, 'store'> & Omit<ItemDependencies, 'copies'>) =>
  async (actor: Actor, id: string): Promise<number> => {
    const { item } = await findEditable(dependencies, actor, id);
    return audited(
      dependencies,
      actor,
      ({ previewTokens }) => previewTokens.deleteByContent(item.id),
      (count) => (count === 0 ? undefined : { action: 'preview.revoke', id: item.id }),
    );
  };

export const revokeSitePreviews =
  (dependencies: Pick<Dependencies, 'store'>) =>
  async (actor: Actor): Promise<number> => {
    const { userId } = authorizeOwnAccount(actor);
    return audited(
      dependencies,
      actor,
      ({ previewTokens }) => previewTokens.deleteForSite(userId),
      (count) => (count === 0 ? undefined : { action: 'preview.revoke' }),
    );
  };

/** @returns undefined if the item or the account is gone. */
const storeToken = async (
  dependencies: TokenDependencies,
  actor: Actor,
  userId: string,
  contentId: string | undefined,
  { expiresIn = '1h' }: CreatePreview,
): Promise<CreatedPreview | undefined> => {
  const { ids, secrets, digest } = dependencies;
  const secret = `${previewTokenMark}${secrets.next(previewTokenSecretBits)}`;
  const token = { id: ids.next(), digest: await digest.sha256(secret), userId, contentId };
  const expiresAt = await audited(
    dependencies,
    actor,
    ({ previewTokens }) => previewTokens.insert(token, previewLifetimeMs[expiresIn]),
    (end) =>
      end === undefined
        ? undefined
        : { action: 'preview.create', id: contentId, detail: expiresIn },
  );
  return expiresAt === undefined ? undefined : { secret, expiresAt };
};

/** With the slug and the collection that the token shows. */
const urlOf = async (
  { collections, copies }: ItemDependencies,
  { item, collection: current }: StoredItem,
  token: string,
): Promise<string | undefined> => {
  const { id, status } = item;
  const copy = status === 'published' ? await copies.find(id) : undefined;
  const { slug, collectionId } = copy ?? item;
  const collection =
    collectionId === current.id ? current : await collections.findById(collectionId);
  const { previewUrl: template, name = '' } = collection ?? {};
  if (template === undefined) return undefined;
  const { locale = '' } = collection === undefined ? {} : placementIn(collection, item);
  return renderPreviewUrl(template, { id, slug, token, status, collection: name, locale });
};
