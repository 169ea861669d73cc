import { t } from '../../catalogue/texts.ts';
import { Checkbox, Field, TextField } from '../../components/inputs/field.tsx';
import { useBuilder } from './builder-state.ts';
import type { Details } from './model/details.ts';
import { inactiveMeaning } from './collection-actions.tsx';
import { IconChoice } from './icon-choice.tsx';

/** The id of the control of one detail. */
export const detailId = (member: string): string => `collection-${member}`;

export const detailNames: Readonly<Record<keyof Details, string>> = {
  displayName: t.collections.displayName,
  name: t.collections.apiName,
  description: t.builder.description,
  isActive: t.collections.active,
  singleton: t.builder.oneItem,
  previewUrl: t.builder.previewUrl,
  access: t.builder.whoReads,
  localized: t.builder.localized,
  baseLocale: t.builder.baseLocale,
  templates: t.templates.title,
  icon: t.collectionIcons.title,
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
      <h2 id="details-heading">{t.common.collection}</h2>
      <div class="field-pair">
        <TextField
          id={detailId('displayName')}
          label={detailNames.displayName}
          hint={t.builder.displayNameHint}
          value={displayName}
          error={issues['displayName']}
          onInput={(value) => change({ displayName: value })}
        />
        <TextField
          id={detailId('name')}
          label={detailNames.name}
          hint={isRenamed ? t.builder.renamed(saved.value.name) : t.builder.apiNameHint}
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
      <IconChoice icon={details.value.icon} onChange={(icon) => change({ icon })} />
      <TextField
        id={detailId('previewUrl')}
        label={detailNames.previewUrl}
        hint={t.builder.previewUrlHint}
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
          hint={t.builder.oneItemHint}
          checked={singleton}
          onChange={(checked) => change({ singleton: checked })}
        />
        {issues['singleton'] !== undefined && <p class="error">{issues['singleton']}</p>}
      </div>
    </section>
  );
};
