import { useState } from 'preact/hooks';
import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import type { ContentSummaryDto } from '../../../../../contracts/operations/content-summaries.ts';
import { confirm } from '../../../components/dialogs/confirm.tsx';
import { SelectField } from '../../../components/inputs/field.tsx';
import { markedName } from '../../../components/private-mark.tsx';
import { may } from '../../../shell/session.ts';
import { creatableIn } from '../collections.ts';
import { countOf } from './bulk-actions.ts';

type Items = readonly ContentSummaryDto[];

/** The collections that some of the items can be moved to. */
export const targetsOf = (
  items: Items,
  collections: readonly CollectionDto[],
): readonly CollectionDto[] =>
  creatableIn(collections, undefined).filter(
    ({ id, name }) => may('edit', name) && items.some(({ collectionId }) => collectionId !== id),
  );

interface TargetProps {
  readonly targets: readonly CollectionDto[];
  readonly onChoose: (id: string) => void;
}

const Target = ({ targets, onChoose }: TargetProps) => {
  const [value, setValue] = useState(targets[0]?.id ?? '');
  return (
    <>
      <SelectField
        label="Collection"
        value={value}
        options={targets.map((each) => ({ value: each.id, label: markedName(each) }))}
        onChange={(id) => {
          setValue(id);
          onChoose(id);
        }}
      />
      <p class="quiet-text">
        What an item has in fields that the other collection lacks stays in its data.
      </p>
    </>
  );
};

/** Asks where to move items. @returns undefined if the user does not want to. */
export const askForTarget = async (
  items: Items,
  collections: readonly CollectionDto[],
): Promise<CollectionDto | undefined> => {
  const targets = targetsOf(items, collections);
  let chosen = targets[0];
  const isWanted = await confirm({
    title: `Move ${countOf(items.length)} to another collection`,
    text: (
      <Target
        targets={targets}
        onChoose={(id) => {
          chosen = targets.find((each) => each.id === id);
        }}
      />
    ),
    action: `Move ${countOf(items.length)}`,
  });
  return isWanted ? chosen : undefined;
};
