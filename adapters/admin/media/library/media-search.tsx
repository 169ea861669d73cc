import type { ComponentChildren } from 'preact';
import { mediaKinds } from '../../../../contracts/client/vocabulary.ts';
import { t } from '../../catalogue/texts.ts';
import { SearchInput } from '../../components/inputs/search-input.tsx';
import { kindNames } from '../media-facts.ts';
import type { MediaQuery } from '../media-page.ts';
import styles from './media-library.module.css';

interface MediaSearchProps {
  readonly query: MediaQuery;
  /** “2,002 files”; undefined until it is known. */
  readonly total: string | undefined;
  readonly isTypeFixed: boolean;
  readonly onQuery: (next: Partial<MediaQuery>) => void;
  readonly tools: ComponentChildren;
}

/** The search box, how many files it finds, and the filters as buttons that can be pressed. */
export const MediaSearch = ({ query, total, isTypeFixed, onQuery, tools }: MediaSearchProps) => (
  <div class={styles.search}>
    <div class={styles.box}>
      <SearchInput
        label={t.library.search}
        placeholder={t.library.searchedTexts}
        value={query.q}
        onChange={(q) => onQuery({ q })}
      />
      <span class={styles.total} role="status">
        {total}
      </span>
      {tools}
    </div>
    <div class={styles.chips} role="group" aria-label={t.library.filters}>
      {!isTypeFixed &&
        mediaKinds.map((kind) => (
          <Chip
            key={kind}
            isOn={query.type === kind}
            onClick={() => onQuery({ type: query.type === kind ? undefined : kind })}
          >
            {kindNames[kind]}
          </Chip>
        ))}
      <Chip
        isOn={query.isWithoutAlt}
        onClick={() => onQuery({ isWithoutAlt: !query.isWithoutAlt })}
      >
        {t.library.noAlt}
      </Chip>
    </div>
  </div>
);

interface ChipProps {
  readonly isOn: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

const Chip = ({ isOn, onClick, children }: ChipProps) => (
  <button type="button" class={styles.chip} aria-pressed={isOn} onClick={onClick}>
    {children}
  </button>
);
