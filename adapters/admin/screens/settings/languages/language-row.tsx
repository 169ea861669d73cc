import { t } from '../../../catalogue/texts.ts';
import { SelectField, TextField } from '../../../components/inputs/field.tsx';
import { SortableRow } from '../../../components/sortable/sortable-row.tsx';
import type { DragOrder } from '../../../components/sortable/use-drag-order.ts';
import { languageOptions } from '../search-languages.ts';
import { directionText, isRenamed, type DraftLocale } from './draft-locales.ts';
import { FallbackControl } from './fallback-control.tsx';
import { controlId } from './language-mistakes.ts';

interface LanguageRowProps {
  readonly locale: DraftLocale;
  readonly all: readonly DraftLocale[];
  /** Those that the search offers. */
  readonly searchLanguages: readonly string[];
  /** What is wrong with a member. */
  readonly errorOf: (member: string) => string | undefined;
  readonly order: DragOrder;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onChange: (change: Partial<DraftLocale>) => void;
  readonly onMove: (index: number) => void;
  readonly onRemove: () => void;
}

/** One language: its names, its place, and what is read instead of it. */
export const LanguageRow = (props: LanguageRowProps) => {
  const { locale, all, searchLanguages, errorOf, order, isOpen, onToggle, onChange } = props;
  const { id, code, name, savedCode, searchLanguage } = locale;
  const label = name.trim() || code;
  const codeHint = isRenamed(locale)
    ? t.localeSettings.row.renamedHint(savedCode ?? '')
    : t.localeSettings.row.codeHint;
  const hasIssue = ['code', 'name', 'fallback', 'searchLanguage'].some(
    (member) => errorOf(member) !== undefined,
  );
  return (
    <SortableRow
      id={id}
      ids={all.map((each) => each.id)}
      name={label}
      order={order}
      toggleId={controlId(id, 'toggle')}
      isOpen={isOpen}
      onToggle={onToggle}
      onMove={props.onMove}
      onRemove={props.onRemove}
      heading={
        <>
          <strong dir="auto">{label}</strong>
          <code class="quiet-text">{code}</code>
          <span class="quiet-text">{directionText(code)}</span>
          {all[0]?.id === id && <span class="chip good">{t.localeSettings.row.default}</span>}
          {hasIssue && <span class="chip bad">{t.localeSettings.row.needsChange}</span>}
        </>
      }
    >
      <div class="stack">
        <div class="field-pair">
          <TextField
            id={controlId(id, 'name')}
            label={t.common.name}
            hint={t.localeSettings.row.nameHint}
            value={name}
            error={errorOf('name')}
            attributes={{ autoComplete: 'off' }}
            onInput={(value) => onChange({ name: value })}
          />
          <TextField
            id={controlId(id, 'code')}
            label={t.localeSettings.row.code}
            hint={codeHint}
            required
            value={code}
            error={errorOf('code') ?? errorOf('renamedFrom')}
            attributes={{ autoCapitalize: 'off', autoComplete: 'off', spellcheck: false }}
            onInput={(value) => onChange({ code: value })}
          />
        </div>
        <FallbackControl
          id={controlId(id, 'fallback')}
          locale={locale}
          all={all}
          error={errorOf('fallback')}
          onChange={(fallback) => onChange({ fallback })}
        />
        <SelectField
          id={controlId(id, 'searchLanguage')}
          label={t.localeSettings.row.searchLanguage}
          hint={t.localeSettings.row.searchLanguageHint}
          value={searchLanguage}
          error={errorOf('searchLanguage')}
          options={[
            { value: '', label: t.localeSettings.row.thatOfSite },
            ...languageOptions(searchLanguages, searchLanguage),
          ]}
          onChange={(value) => onChange({ searchLanguage: value })}
        />
      </div>
    </SortableRow>
  );
};
