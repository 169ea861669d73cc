import { fallbackMax } from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/inputs/field.tsx';
import type { DraftLocale } from './draft-locales.ts';
import styles from './fallback-control.module.css';

interface FallbackControlProps {
  readonly id: string;
  readonly locale: DraftLocale;
  readonly all: readonly DraftLocale[];
  readonly error: string | undefined;
  readonly onChange: (fallback: readonly string[]) => void;
}

const nameOf = ({ name, code }: DraftLocale): string =>
  name.trim() || code || t.localeSettings.fallback.newLanguage;

/** The languages that readers get where a translation is missing, in their order. */
export const FallbackControl = ({ id, locale, all, error, onChange }: FallbackControlProps) => {
  const chain = locale.fallback.flatMap((each) => all.find((other) => other.id === each) ?? []);
  const others = all.filter((other) => other.id !== locale.id && !chain.includes(other));
  const ids = chain.map((each) => each.id);
  return (
    <Field
      id={id}
      label={t.localeSettings.fallback.label}
      hint={chain.length === 0 ? t.localeSettings.fallback.none : t.localeSettings.fallback.hint}
      error={error}
    >
      {(control) => (
        <>
          {chain.length > 0 && (
            <ol class={styles.chain} aria-label={t.localeSettings.fallback.chain}>
              {chain.map((each, index) => (
                <li key={each.id} class={styles.link}>
                  <span class="ellipsis" dir="auto">
                    {nameOf(each)}
                  </span>
                  {index > 0 && (
                    <Button
                      kind="quiet"
                      icon="up"
                      label={t.localeSettings.fallback.earlier(nameOf(each))}
                      onClick={() =>
                        onChange(
                          ids.with(index - 1, each.id).with(index, ids[index - 1] ?? each.id),
                        )
                      }
                    />
                  )}
                  <Button
                    kind="quiet"
                    icon="close"
                    label={t.localeSettings.fallback.remove(nameOf(each))}
                    onClick={() => onChange(ids.filter((other) => other !== each.id))}
                  />
                </li>
              ))}
            </ol>
          )}
          <select
            {...control}
            class="input fit"
            dir="auto"
            disabled={others.length === 0 || chain.length >= fallbackMax}
            value=""
            onChange={({ currentTarget }) => {
              onChange([...ids, currentTarget.value]);
              currentTarget.value = '';
            }}
          >
            <option value="">
              {others.length === 0
                ? t.localeSettings.fallback.noOther
                : t.localeSettings.fallback.add}
            </option>
            {others.map((each) => (
              <option key={each.id} value={each.id}>
                {nameOf(each)}
              </option>
            ))}
          </select>
        </>
      )}
    </Field>
  );
};
