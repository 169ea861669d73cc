import { simpleLanguage } from '../../../../contracts/client/vocabulary.ts';
import { RebuildProgress } from './rebuild-progress.tsx';
import { SelectField, type Option } from '../../components/inputs/field.tsx';

interface SearchCardProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** The language that is stored. */
  readonly saved: string;
  /** What the service offers, by name. */
  readonly languages: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (language: string) => void;
}

const labelOf = (language: string): string =>
  language === simpleLanguage
    ? 'None: words as they are written'
    : language.charAt(0).toUpperCase() + language.slice(1).replaceAll('_', ' ');

/** “None” first, then by name. */
const optionsOf = (languages: readonly string[], current: string): readonly Option[] =>
  [...new Set([current, ...languages])]
    .map((language) => ({ value: language, label: labelOf(language) }))
    .toSorted((left, right) =>
      left.value === simpleLanguage
        ? -1
        : right.value === simpleLanguage
          ? 1
          : left.label.localeCompare(right.label),
    );

/** By the rules of which language the search compares words. */
export const SearchCard = ({ languages, saved, ...field }: SearchCardProps) => (
  <section class="card" aria-labelledby="search-heading">
    <h2 id="search-heading">Search</h2>
    <SelectField
      {...field}
      hint="With a language, other forms of a word are found too: “tide” finds “tides”. After a change, the index is rebuilt in the background; until then, the search answers as before."
      options={optionsOf(languages, field.value)}
    />
    <RebuildProgress language={saved} />
  </section>
);
