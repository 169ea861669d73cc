import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ContentCountsDto } from '../../../../contracts/operations/content-summaries.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu } from '../../components/menu.tsx';
import { markedName } from '../../components/private-mark.tsx';
import { creatableIn, newItemUrl } from './collections.ts';

interface NewItemProps {
  readonly collections: readonly CollectionDto[];
  /** Undefined until they are read. */
  readonly counts: readonly ContentCountsDto[] | undefined;
  /** The name of the only collection to offer; empty to let the user choose. */
  readonly collection?: string;
  /** The side of the button where the menu begins. */
  readonly align?: 'start' | 'middle' | 'end';
}

/** Opens the form for a new item; asks for the collection if there are several. */
export const NewItem = ({ collections, counts, collection = '', align = 'end' }: NewItemProps) => {
  const offered = creatableIn(collections, counts).filter(
    ({ name }) => collection === '' || name === collection,
  );
  const [only, ...others] = offered;
  if (only === undefined) return null;
  if (others.length === 0) {
    return (
      <ButtonLink kind="primary" icon="add" href={newItemUrl(only.name)}>
        New item
      </ButtonLink>
    );
  }
  return (
    <Menu
      name="New item in"
      kind="primary"
      icon="add"
      align={align}
      entries={offered.map((each) => ({
        label: markedName(each),
        href: newItemUrl(each.name),
      }))}
    >
      New item <Icon name="down" size={14} />
    </Menu>
  );
};
