import { authorize } from '../access/policy.ts';
import { collectionEvents } from '../events/collection-events.ts';
import type { Notifying } from '../events/notification.ts';
import { localise, type Localisation } from '../locales/base-locale.ts';
import type { Actor } from '../model/actor.ts';
import { auditNote } from '../model/audit-entry.ts';
import {
  descriptionMaxLength,
  displayNameMaxLength,
  parseCollectionName,
  type Collection,
  type CollectionAccess,
  type CollectionIcon,
} from '../model/collection.ts';
import type { ItemTemplate } from '../model/item-template.ts';
import { assertTemplatesFit, parseItemTemplates } from './parse-templates.ts';
import { parsePreviewUrl } from '../model/preview-url.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { JsonObject } from '../primitives/json.ts';
import { parseText } from '../primitives/text.ts';
import { emptySchema, parseSchema } from './schema/parse-schema.ts';

export interface CreateCollection extends Localisation {
  readonly name: string;
  /** Defaults to the name, also if empty. */
  readonly displayName?: string | undefined;
  /** Defaults to the empty text. */
  readonly description?: string | undefined;
  /** Defaults to a schema without fields. */
  readonly schema?: JsonObject | undefined;
  /** Defaults to true. */
  readonly isActive?: boolean | undefined;
  /** The URL of previews. Defaults to none, also for null and if empty. */
  readonly previewUrl?: string | null | undefined;
  /** Whether it contains at most one item. Defaults to false. */
  readonly singleton?: boolean | undefined;
  /** Who sees it: see `seesCollection`. Defaults to `public`. */
  readonly access?: CollectionAccess | undefined;
  /** Defaults to none, also for null. */
  readonly icon?: CollectionIcon | null | undefined;
  /** What new items can begin with. Defaults to none. */
  readonly templates?: readonly ItemTemplate[] | undefined;
}

export const createCollection =
  ({
    clock,
    ids,
    patterns,
    store,
    notify,
  }: Pick<Dependencies, 'clock' | 'ids' | 'patterns' | 'store'> & Notifying) =>
  async (actor: Actor, command: CreateCollection): Promise<Collection> => {
    authorize(actor, 'administer');
    const { schema, isActive = true, singleton = false, access = 'public' } = command;
    const name = parseCollectionName(command.name);
    const now = clock.now();
    const parsed: Collection = {
      id: ids.next(),
      name,
      displayName:
        parseText('displayName', command.displayName ?? '', { max: displayNameMaxLength }) || name,
      description: parseText('description', command.description ?? '', {
        max: descriptionMaxLength,
      }),
      schema: schema === undefined ? emptySchema : parseSchema(schema, patterns),
      isActive,
      ...previewUrlOf(command),
      ...presentationOf(command),
      ...(singleton && { isSingleton: true }),
      ...(access === 'private' && { isPrivate: true }),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    assertTemplatesFit(parsed);
    const collection = await store.exclusively('settings', async (inside) => {
      const { collections, outbox, site } = inside;
      const collection = { ...parsed, ...(await localise(site, undefined, command)) };
      await collections.insert(collection);
      const note = auditNote(actor, {
        action: 'collection.create',
        id: collection.id,
        detail: name,
      });
      await outbox.add(collectionEvents(undefined, collection, now, note));
      return collection;
    });
    await notify({ type: 'collection', collection });
    return collection;
  };

/** The member of a collection, if the command has one. @throws DomainError `invalid_input`, `invalid_text`. */
export const previewUrlOf = ({
  previewUrl,
}: Pick<CreateCollection, 'previewUrl'>): Pick<Collection, 'previewUrl'> =>
  previewUrl === undefined ? {} : { previewUrl: parsePreviewUrl(previewUrl ?? '') };

/** The icon and the templates of a collection, as far as the command has them. @throws DomainError `invalid_input`. */
export const presentationOf = ({
  icon,
  templates,
}: Pick<CreateCollection, 'icon' | 'templates'>): Pick<Collection, 'icon' | 'templates'> => ({
  ...(icon !== undefined && { icon: icon ?? undefined }),
  ...(templates !== undefined && { templates: parseItemTemplates(templates) }),
});
