import { useMemo } from 'preact/hooks';
import { CheckboxGroup } from '../../components/inputs/checkbox-group.tsx';
import { Checkbox, SelectField, TextField, type Option } from '../../components/inputs/field.tsx';
import { RadioGroup } from '../../components/inputs/radio-group.tsx';
import { roleOptions } from '../users/roles.ts';
import { ConcernedAccounts } from './concerned-accounts.tsx';
import { RebuildProgress } from './rebuild-progress.tsx';
import { languageOptions } from './search-languages.ts';
import { choicesOf, rolesIn, rolesText, type SettingControl } from './setting-form.ts';

interface SettingFieldProps extends SettingControl {
  readonly id: string;
  readonly value: string | boolean;
  /** What is stored. */
  readonly saved: string;
  /** The languages that the search offers. */
  readonly languages: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (value: string | boolean) => void;
}

/** The control of one setting: which one depends on what the setting accepts. */
export const SettingField = (props: SettingFieldProps) => {
  const { name, setting, value, saved, languages, onChange, ...field } = props;
  const { label, hint, id, error } = field;
  const about = { label, ...(hint !== undefined && { hint }) };
  const described = { id, error, ...about };
  const text = String(value);
  const zones = useMemo(
    () => (setting.kind === 'time_zone' ? zoneOptions(saved) : []),
    [setting, saved],
  );
  switch (setting.kind) {
    case 'text':
      return <TextField {...described} required value={text} onInput={onChange} />;
    case 'count':
      return (
        <TextField
          {...described}
          required
          attributes={{ inputMode: 'numeric' }}
          value={text}
          onInput={onChange}
        />
      );
    case 'flag':
      return <Checkbox {...about} checked={value === true} onChange={onChange} />;
    case 'roles':
      return (
        <>
          <CheckboxGroup
            {...described}
            options={roleOptions}
            values={rolesIn(text)}
            onChange={(values) => onChange(rolesText(values))}
          />
          {text !== '' && <ConcernedAccounts roles={rolesIn(text)} />}
        </>
      );
    case 'choice':
      return (
        <>
          <RadioGroup
            label={label}
            choices={choicesOf(name, setting.choices)}
            value={text}
            onChange={onChange}
          />
          {hint !== undefined && (
            <p class="hint" dir="auto">
              {hint}
            </p>
          )}
        </>
      );
    case 'time_zone':
      return <SelectField {...described} onChange={onChange} value={text} options={zones} />;
    case 'search_language':
      return (
        <>
          <SelectField
            {...described}
            onChange={onChange}
            value={text}
            options={languageOptions(languages, text)}
          />
          <RebuildProgress language={saved} />
        </>
      );
  }
};

/** The time zones that this browser knows, and the one that is set. */
const zoneOptions = (current: string): readonly Option[] =>
  [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])]
    .toSorted()
    .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
