import { useState } from 'preact/hooks';
import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import type { ContentSummaryDto } from '../../../../../contracts/operations/content-summaries.ts';
import { counted } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import { confirm } from '../../../components/dialogs/confirm.tsx';
import { SelectField } from '../../../components/inputs/field.tsx';
import { markedName } from '../../../components/private-mark.tsx';
import { may } from '../../../shell/session.ts';
import { creatableIn } from '../collections.ts';

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
        label={t.common.collection}
        value={value}
        options={targets.map((each) => ({ value: each.id, label: markedName(each) }))}
        onChange={(id) => {
          setValue(id);
          onChoose(id);
        }}
      />
      <p class="quiet-text">{t.bulk.otherFieldsStay}</p>
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
    title: counted(items.length, t.bulk.move.question),
    text: (
      <Target
        targets={targets}
        onChoose={(id) => {
          chosen = targets.find((each) => each.id === id);
        }}
      />
    ),
    action: counted(items.length, t.bulk.move.confirm),
  });
  return isWanted ? chosen : undefined;
};
