import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ContentCountsDto } from '../../../../contracts/operations/content-summaries.ts';
import { t } from '../../catalogue/texts.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu } from '../../components/menu.tsx';
import { markedName } from '../../components/private-mark.tsx';
import { may } from '../../shell/session.ts';
import { creatableIn, newItemUrl } from './collections.ts';

interface NewItemProps {
  readonly collections: readonly CollectionDto[];
  /** Undefined until they are read. */
  readonly counts: readonly ContentCountsDto[] | undefined;
  /** The name of the only collection to offer; empty to let the user choose. */
  readonly collection?: string;
  /** The language of the new item, where items have one. */
  readonly locale?: string;
  /** The side of the button where the menu begins. */
  readonly align?: 'start' | 'middle' | 'end';
}

/** Opens the form for a new item; asks for the collection if there are several. */
export const NewItem = (props: NewItemProps) => {
  const { collections, counts, collection = '', locale = '', align = 'end' } = props;
  const urlFor = (each: CollectionDto): string =>
    newItemUrl(each.name, each.localized === true ? locale : '');
  const offered = creatableIn(collections, counts).filter(
    ({ name, localized = false }) =>
      (collection === '' || name === collection) &&
      (!localized || locale === '' || may('create', name, locale)),
  );
  const [only, ...others] = offered;
  if (only === undefined) return null;
  if (others.length === 0) {
    return (
      <ButtonLink kind="primary" icon="add" href={urlFor(only)}>
        {t.contentList.newItem}
      </ButtonLink>
    );
  }
  return (
    <Menu
      name={t.contentList.newItemIn}
      kind="primary"
      icon="add"
      align={align}
      entries={offered.map((each) => ({
        label: markedName(each),
        href: urlFor(each),
      }))}
    >
      {t.contentList.newItem} <Icon name="down" size={14} />
    </Menu>
  );
};
