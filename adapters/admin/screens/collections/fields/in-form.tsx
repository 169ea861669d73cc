import { t } from '../../../catalogue/texts.ts';
import { Field, SelectField, TextField } from '../../../components/inputs/field.tsx';
import { controlId, useBuilder } from '../builder-state.ts';
import { defaultOf } from '../model/default-of.ts';
import type { DraftField } from '../model/draft.ts';
import { useIssue } from '../use-issue.ts';
import { DefaultControl } from './default-control.tsx';
import { FormPart } from './form-part.tsx';

/** Where the form shows a field, what it says about it, and what new items begin with. */
export const InForm = ({ field }: { readonly field: DraftField }) => {
  const { description, group, help, width, place, defaultText } = field;
  const hasText = [description, group, help].some((each) => each !== '');
  return (
    <FormPart
      name={t.fieldOptions.inForm}
      isSet={
        hasText || [width, place, defaultText, defaultOf(field)].some((each) => each !== undefined)
      }
    >
      <HintField field={field} />
      <DefaultControl field={field} />
      <FormHelp field={field} />
      <Layout field={field} />
    </FormPart>
  );
};

export const HintField = ({ field }: { readonly field: DraftField }) => {
  const { change } = useBuilder();
  const { id, description } = field;
  return (
    <TextField
      id={controlId(id, 'description')}
      label={t.fieldOptions.hint}
      hint={t.fieldOptions.hintHint}
      value={description}
      error={useIssue(field)('description')}
      onInput={(value) => change(id, { description: value })}
    />
  );
};

const FormHelp = ({ field }: { readonly field: DraftField }) => {
  const { change } = useBuilder();
  const issueOf = useIssue(field);
  const { id, group, help } = field;
  return (
    <div class="field-pair">
      <TextField
        id={controlId(id, 'group')}
        label={t.fieldOptions.group}
        hint={t.fieldOptions.groupHint}
        value={group}
        error={issueOf('group')}
        onInput={(value) => change(id, { group: value })}
      />
      <Field
        id={controlId(id, 'help')}
        label={t.fieldOptions.advice}
        hint={t.fieldOptions.adviceHint}
        error={issueOf('help')}
      >
        {(control) => (
          <textarea
            {...control}
            class="input"
            dir="auto"
            rows={2}
            value={help}
            onInput={({ currentTarget: { value } }) => change(id, { help: value })}
          />
        )}
      </Field>
    </div>
  );
};

const { widths, places } = t.fieldOptions;

const widthOptions = [
  { value: '', label: widths.whole },
  { value: 'half', label: widths.half },
  { value: 'third', label: widths.third },
] as const;

const placeOptions = [
  { value: '', label: places.middle },
  { value: 'side', label: places.side },
] as const;

/** The value that was chosen; undefined for the first one, which the schema does not name. */
const chosenIn = <T extends string>(
  options: readonly { readonly value: T | '' }[],
  chosen: string,
): T | undefined => {
  const value = options.find((option) => option.value === chosen)?.value ?? '';
  return value === '' ? undefined : value;
};

/** How wide the form shows a field and, for one of the item itself, where. */
const Layout = ({ field }: { readonly field: DraftField }) => {
  const { change, fields } = useBuilder();
  const issueOf = useIssue(field);
  const { id, width = '', place = '' } = field;
  const isTopLevel = fields.value.some((each) => each.id === id);
  return (
    <div class="field-pair">
      <SelectField
        id={controlId(id, 'width')}
        label={t.fieldOptions.width}
        hint={t.fieldOptions.widthHint}
        value={width}
        options={widthOptions}
        error={issueOf('width')}
        onChange={(value) => change(id, { width: chosenIn(widthOptions, value) })}
      />
      {isTopLevel && (
        <SelectField
          id={controlId(id, 'place')}
          label={t.fieldOptions.place}
          hint={t.fieldOptions.placeHint}
          value={place}
          options={placeOptions}
          error={issueOf('place')}
          onChange={(value) => change(id, { place: chosenIn(placeOptions, value) })}
        />
      )}
    </div>
  );
};
