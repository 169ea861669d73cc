import { may } from '../access/policy.ts';
import { audienceOf, isVisible } from '../access/visibility.ts';
import { limitContentReads } from '../limits/rate-limit.ts';
import type { Actor } from '../model/actor.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { parseSlug, slugFromTitle, type Slug } from '../model/content/slug.ts';
import { groupOf } from '../model/content/translation.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { SiteState } from '../ports/repositories/site-repository.ts';
import { readUuid } from '../primitives/uuid.ts';
import { findFreeSlug } from './free-slug.ts';

export interface CheckSlug {
  readonly slug: string;
  /** Truncates a slug that is too long, as for a generated slug. Defaults to false. */
  readonly truncate?: boolean | undefined;
  /** The id of the item being edited, which may have the slug. */
  readonly excludeId?: string | undefined;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

export interface SlugAvailability {
  readonly slug: Slug;
  readonly available: boolean;
  /** A free slug if `slug` is taken. */
  readonly suggestion: Slug | undefined;
}

export const checkSlug =
  (dependencies: Pick<Dependencies, 'site' | 'limiter' | 'contents'>) =>
  async (actor: Actor, command: CheckSlug): Promise<SlugAvailability> => {
    const site = await dependencies.site.load();
    await limitContentReads(dependencies.limiter, site.settings, command.client);
    const slug = (command.truncate === true ? slugFromTitle : parseSlug)(command.slug);
    const holder = await dependencies.contents.findBySlug(slug);
    const available =
      holder === undefined ||
      (command.excludeId !== undefined &&
        (await isOwn(dependencies, actor, site, holder, readUuid(command.excludeId))));
    const suggestion = available ? undefined : await findFreeSlug(dependencies.contents, slug);
    return { slug, available, suggestion };
  };

/** Whether the slug is that of an item or of its translations. */
const isOwn = async (
  { contents }: Pick<Dependencies, 'contents'>,
  actor: Actor,
  site: SiteState,
  holder: ContentItem,
  id: string | undefined,
): Promise<boolean> => {
  if (id === holder.id) return canSee(actor, site, holder);
  if (id === undefined || holder.locale === undefined) return false;
  const item = await contents.findById(id);
  return item !== undefined && groupOf(item).id === groupOf(holder).id && canSee(actor, site, item);
};

/** Without this check, `excludeId` would reveal which hidden item has the slug. */
const canSee = (actor: Actor, site: SiteState, item: ContentItem): boolean =>
  isVisible(audienceOf(actor, site), item) &&
  may(actor, 'read', { collection: { id: item.collectionId, name: '' } }).allowed;
