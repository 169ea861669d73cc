import { Checkbox, Field, TextField } from '../../components/inputs/field.tsx';
import { useBuilder } from './builder-state.ts';
import type { Details } from './model/details.ts';
import { inactiveMeaning } from './collection-actions.tsx';

/** The id of the control of one detail. */
export const detailId = (member: string): string => `collection-${member}`;

export const detailNames: Readonly<Record<keyof Details, string>> = {
  displayName: 'Display name',
  name: 'Name in the API',
  description: 'Description',
  isActive: 'Active',
  singleton: 'One item only',
  previewUrl: 'Preview URL',
  access: 'Who can read',
};

/** What the collection is called, and whether it is active. */
export const DetailsCard = () => {
  const { details, detailIssues, saved } = useBuilder();
  const { name, displayName, description, isActive, singleton, previewUrl } = details.value;
  const change = (part: Partial<Details>): void => {
    details.value = { ...details.peek(), ...part };
    const others = Object.entries(detailIssues.peek()).filter(([path]) => !(path in part));
    detailIssues.value = Object.fromEntries(others);
  };
  const issues = detailIssues.value;
  const isRenamed = name !== saved.value.name;
  return (
    <section class="card" aria-labelledby="details-heading">
      <h2 id="details-heading">Collection</h2>
      <div class="field-pair">
        <TextField
          id={detailId('displayName')}
          label={detailNames.displayName}
          hint="For people. Empty: the name."
          value={displayName}
          error={issues['displayName']}
          onInput={(value) => change({ displayName: value })}
        />
        <TextField
          id={detailId('name')}
          label={detailNames.name}
          hint={
            isRenamed
              ? `URLs with “${saved.value.name}” stop working when you save.`
              : 'In the URLs of the API.'
          }
          required
          value={name}
          error={issues['name']}
          attributes={{ autoCapitalize: 'off', spellcheck: false }}
          onInput={(value) => change({ name: value })}
        />
      </div>
      <Field
        id={detailId('description')}
        label={detailNames.description}
        error={issues['description']}
      >
        {(control) => (
          <textarea
            {...control}
            class="input"
            dir="auto"
            rows={2}
            value={description}
            onInput={({ currentTarget: { value } }) => change({ description: value })}
          />
        )}
      </Field>
      <TextField
        id={detailId('previewUrl')}
        label={detailNames.previewUrl}
        hint="Where your website shows items that are not published: https://example.com/preview?id={id}&token={token}"
        value={previewUrl}
        error={issues['previewUrl']}
        attributes={{ inputMode: 'url', autoCapitalize: 'off', spellcheck: false }}
        onInput={(value) => change({ previewUrl: value })}
      />
      <Checkbox
        label={detailNames.isActive}
        hint={inactiveMeaning}
        checked={isActive}
        onChange={(checked) => change({ isActive: checked })}
      />
      <div id={detailId('singleton')} tabIndex={-1}>
        <Checkbox
          label={detailNames.singleton}
          hint="A singleton, such as the home page or the footer. The admin opens its item directly."
          checked={singleton}
          onChange={(checked) => change({ singleton: checked })}
        />
        {issues['singleton'] !== undefined && <p class="error">{issues['singleton']}</p>}
      </div>
    </section>
  );
};
