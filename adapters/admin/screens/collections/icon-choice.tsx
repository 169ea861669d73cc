import { t } from '../../catalogue/texts.ts';
import { collectionIcons } from '../../components/icon.tsx';
import { RadioGroup } from '../../components/inputs/radio-group.tsx';
import type { Details } from './model/details.ts';

/** The value of a radio button for no icon. */
const none = '';

const choices = [
  { value: none, label: t.collectionIcons.none, icon: 'close' },
  ...collectionIcons.map((name) => ({
    value: name,
    label: t.collectionIcons.names[name],
    icon: name,
  })),
] as const;

interface IconChoiceProps {
  readonly icon: Details['icon'];
  readonly onChange: (icon: Details['icon']) => void;
}

/** The icon that the rail and lists of collections show beside the name. */
export const IconChoice = ({ icon, onChange }: IconChoiceProps) => (
  <RadioGroup
    label={t.collectionIcons.title}
    columns="narrow"
    choices={choices}
    value={icon ?? none}
    onChange={(value) => onChange(value === none ? null : value)}
  />
);
