import { printsOf, sourceStateOf } from '../collections/source-state.ts';
import { findEditable, retryOnConflict } from '../content/stored-item.ts';
import { audited } from '../events/record-audit.ts';
import type { Hook } from '../hooks/hook.ts';
import type { KeyedGates } from '../limits/gate.ts';
import type { Actor } from '../model/actor.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { groupOf, notLocalized } from '../model/content/translation.ts';
import { comparedWith, type Prints } from '../model/content/translation-source.ts';
import type { Dependencies } from '../ports/ports.ts';
import { invalid, notFound } from '../primitives/errors.ts';
import { readUuid } from '../primitives/uuid.ts';
import { translationOf, type Translation } from './read-translations.ts';

export interface UpdateSource {
  /**
   * The id of another item of the group. Defaults to the present source; without one, to an item of the group that has none,
   * or else to any: to that whose locale comes first.
   */
  readonly id?: string | undefined;
  /** A version of the source that its history has. Defaults to the present one. */
  readonly version?: number | undefined;
}

type SourceDependencies = Pick<
  Dependencies,
  'store' | 'contents' | 'collections' | 'translations' | 'revisions' | 'site' | 'digest'
> & { readonly itemGates: KeyedGates; readonly hooks: readonly Hook[] };

export const updateSource =
  (dependencies: SourceDependencies) =>
  async (actor: Actor, id: string, command: UpdateSource): Promise<Translation> =>
    retryOnConflict(dependencies, id, async () => {
      const { item, collection } = await findEditable(dependencies, actor, id);
      if (item.locale === undefined) throw notLocalized();
      const group = await dependencies.contents.findByGroup(groupOf(item).id);
      const others = group.filter((each) => each.id !== item.id);
      const source = await chosenSource(dependencies, item, others, command);
      const { version = source.version } = command;
      const present = await sourceStateOf(dependencies.digest, collection, source);
      const prints =
        version === source.version
          ? present.prints
          : await printsOfVersion(dependencies, source, version);
      const record = { contentId: item.id, sourceId: source.id, version, prints };
      const isStored = await audited(
        dependencies,
        actor,
        ({ translations }) => translations.record(record, { ...present, version: source.version }),
        (done) => (done ? { action: 'content.set_source', id: item.id } : undefined),
      );
      if (!isStored) return undefined;
      const { changed } = comparedWith(prints, present);
      const { title, slug, status, updatedAt, locale } = item;
      const member = { id: item.id, title, slug, status, updatedAt, locale };
      return translationOf({
        ...member,
        source: { id: source.id, version, changed },
      });
    });

/** @param others the other items of the group. @throws DomainError `invalid_input`. */
const chosenSource = async (
  { translations, site }: Pick<SourceDependencies, 'translations' | 'site'>,
  item: ContentItem,
  others: readonly ContentItem[],
  { id: rawId }: UpdateSource,
): Promise<ContentItem> => {
  const find = (id: string | undefined): ContentItem | undefined =>
    others.find((other) => other.id === id);
  if (rawId !== undefined) return find(readUuid(rawId)) ?? notInGroup();
  const records = await translations.findSources([item, ...others].map(({ id }) => id));
  const sources = new Map(records.map(({ contentId, sourceId }) => [contentId, sourceId]));
  const present = find(sources.get(item.id));
  if (present !== undefined) return present;
  const { locales = [] } = (await site.load()).settings;
  const places = new Map(locales.map(({ code }, index) => [code, index]));
  const placeOf = ({ locale = '' }: ContentItem): number => places.get(locale) ?? locales.length;
  const inOrder = others.toSorted((left, right) => placeOf(left) - placeOf(right));
  const hasSource = ({ id }: ContentItem): boolean =>
    [item, ...others].some((each) => each.id === sources.get(id));
  return inOrder.find((each) => !hasSource(each)) ?? inOrder[0] ?? notInGroup();
};

const notInGroup = (): never => {
  throw invalid('invalid_input', [
    { path: 'id', message: 'must be the id of another item of the group' },
  ]);
};

/** @throws DomainError `not_found`. */
const printsOfVersion = async (
  { revisions, digest }: Pick<SourceDependencies, 'revisions' | 'digest'>,
  { id, version: present }: ContentItem,
  version: number,
): Promise<Prints> => {
  const isPossible = Number.isInteger(version) && version >= 1 && version < present;
  const revision = isPossible ? await revisions.find(id, version) : undefined;
  if (revision === undefined) throw notFound('This version');
  return printsOf(digest, revision);
};
