import type { Actor } from '../access/actor.ts';
import { may } from '../access/policy.ts';
import { isVisible, visibilityFor, type Visibility } from '../access/visibility.ts';
import { readUuid } from '../uuid.ts';
import type { ContentItem } from './content-item.ts';
import type { ContentPorts } from './content-ports.ts';
import { findFreeSlug } from './free-slug.ts';
import { parseSlug, type Slug } from './slug.ts';
import { throttle } from './throttle.ts';

export interface CheckSlug {
  readonly slug: string;
  /** An item that may have the slug: the one being edited. */
  readonly excludeId?: string | undefined;
  /** The caller's address, for the throttle. */
  readonly client: string;
}

export interface SlugAvailability {
  readonly slug: Slug;
  readonly available: boolean;
  /** A free one, when it is taken. */
  readonly suggestion: Slug | undefined;
}

/** @throws DomainError `rate_limited`, `invalid_slug`. */
export const checkSlug =
  (ports: ContentPorts) =>
  async (actor: Actor, command: CheckSlug): Promise<SlugAvailability> => {
    const settings = await ports.settings.load();
    await throttle(ports.limiter, settings, command.client);
    const slug = parseSlug(command.slug);
    const holder = await ports.contents.findBySlug(slug);
    const available =
      holder === undefined ||
      (command.excludeId !== undefined &&
        readUuid(command.excludeId) === holder.id &&
        (await maySee(ports, { actor, visibility: visibilityFor(actor, settings) }, holder)));
    const suggestion = available ? undefined : await findFreeSlug(ports.contents, slug);
    return { slug, available, suggestion };
  };

/** Otherwise `excludeId` would tell which hidden item has the slug. */
const maySee = async (
  ports: ContentPorts,
  { actor, visibility }: { readonly actor: Actor; readonly visibility: Visibility },
  item: ContentItem,
): Promise<boolean> => {
  const collection = await ports.collections.findById(item.collectionId);
  return (
    collection !== undefined &&
    isVisible(visibility, item, collection) &&
    may(actor, 'read', { collection }).allowed
  );
};
