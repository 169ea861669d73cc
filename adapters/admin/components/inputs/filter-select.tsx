interface FilterSelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
  /** Why nothing else can be chosen. */
  readonly disabled?: string | undefined;
}

/** A choice in the toolbar of a list; its label is only heard. */
export const FilterSelect = ({ label, value, options, onChange, disabled }: FilterSelectProps) => (
  <select
    class="input"
    dir="auto"
    aria-label={label}
    title={disabled}
    disabled={disabled !== undefined}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  >
    {options.map(([name, text]) => (
      <option key={name} value={name} selected={name === value}>
        {text}
      </option>
    ))}
  </select>
);
