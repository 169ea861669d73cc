import { api } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { SelectField } from '../../../components/inputs/field.tsx';
import { controlId, useBuilder } from '../builder-state.ts';
import type { DraftField } from '../model/draft.ts';
import { useIssue } from '../use-issue.ts';

/** The collection that a reference points to. */
export const ReferenceControl = ({ field }: { readonly field: DraftField }) => {
  const { change } = useBuilder();
  const issueOf = useIssue(field);
  const { id, collection } = field;
  const offered = useResource(
    async () => (await api.listCollections({ query: { includeInactive: true } })).body.data,
  );
  const options = (offered.value ?? []).map(({ name, displayName }) => ({
    value: name,
    label: displayName,
  }));
  const isListed = collection === '' || options.some(({ value }) => value === collection);
  return (
    <SelectField
      id={controlId(id, 'collection')}
      label="Collection"
      hint="Editors choose one of its items."
      required
      value={collection}
      options={[
        { value: '', label: 'Choose a collection' },
        ...options,
        ...(isListed ? [] : [{ value: collection, label: collection }]),
      ]}
      error={issueOf('collection')}
      onChange={(value) => change(id, { collection: value })}
    />
  );
};
