import { deletionRules, type DeletionRule } from '../../../../../contracts/client/vocabulary.ts';
import { api } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { t } from '../../../catalogue/texts.ts';
import { SelectField } from '../../../components/inputs/field.tsx';
import { markedName } from '../../../components/private-mark.tsx';
import { controlId, useBuilder } from '../builder-state.ts';
import type { DraftField } from '../model/draft.ts';
import { useIssue } from '../use-issue.ts';

const ruleNames: Readonly<Record<DeletionRule, string>> = {
  ignore: t.fieldOptions.keepBroken,
  refuse: t.fieldOptions.refuseDeletion,
  clear: t.fieldOptions.clearReference,
};

/** The collection that a reference points to, and what happens when the item in it is deleted. */
export const ReferenceControl = ({ field }: { readonly field: DraftField }) => {
  const { change } = useBuilder();
  const issueOf = useIssue(field);
  const { id, collection, onDelete = 'ignore' } = field;
  const offered = useResource(
    async () => (await api.listCollections({ query: { includeInactive: true } })).body.data,
  );
  const options = (offered.value ?? []).map((each) => ({
    value: each.name,
    label: markedName(each),
  }));
  const isListed = collection === '' || options.some(({ value }) => value === collection);
  return (
    <div class="field-pair">
      <SelectField
        id={controlId(id, 'collection')}
        label={t.common.collection}
        hint={t.fieldOptions.referenceHint}
        required
        value={collection}
        options={[
          { value: '', label: t.fieldOptions.chooseCollection },
          ...options,
          ...(isListed ? [] : [{ value: collection, label: collection }]),
        ]}
        error={issueOf('collection')}
        onChange={(value) => change(id, { collection: value })}
      />
      <SelectField
        id={controlId(id, 'onDelete')}
        label={t.fieldOptions.onDelete}
        hint={t.fieldOptions.onDeleteHint}
        value={onDelete}
        options={deletionRules.map((rule) => ({ value: rule, label: ruleNames[rule] }))}
        error={issueOf('onDelete')}
        onChange={(value) =>
          change(id, {
            onDelete: deletionRules.find((rule) => rule === value && rule !== 'ignore'),
          })
        }
      />
    </div>
  );
};
