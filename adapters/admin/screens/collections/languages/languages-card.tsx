import { t } from '../../../catalogue/texts.ts';
import { Checkbox, SelectField } from '../../../components/inputs/field.tsx';
import { hasLocales, localeName, locales } from '../../../shell/locales.ts';
import { urlOf } from '../../../shell/router.ts';
import { useBuilder } from '../builder-state.ts';
import { detailId, detailNames } from '../details-card.tsx';
import type { Details } from '../model/details.ts';
import { NewTabLink } from '../new-tab-link.tsx';

/** Whether the items have languages. It takes effect with the next save, which asks. Nothing while the service has none. */
export const LanguagesCard = () => {
  const { details, detailIssues, saved } = useBuilder();
  const { localized, baseLocale } = details.value;
  const issues = detailIssues.value;
  const isStored = saved.value.localized === true;
  if (!hasLocales() && !isStored) return null;
  const change = (part: Partial<Details>): void => {
    details.value = { ...details.peek(), ...part };
    detailIssues.value = Object.fromEntries(
      Object.entries(detailIssues.peek()).filter(([path]) => !(path in part)),
    );
  };
  const standard = saved.value.baseLocale ?? locales.value[0]?.code ?? '';
  return (
    <section class="card" aria-labelledby="languages-heading">
      <h2 id="languages-heading">{t.common.languages}</h2>
      <div id={detailId('localized')} tabIndex={-1}>
        <Checkbox
          label={detailNames.localized}
          hint={t.collectionLanguages.hint}
          checked={localized}
          onChange={(checked) =>
            change({ localized: checked, baseLocale: checked ? standard : '' })
          }
        />
        {issues['localized'] !== undefined && <p class="error">{issues['localized']}</p>}
      </div>
      {localized && isStored && (
        <p class="hint">{t.collectionLanguages.itemsBefore(localeName(baseLocale))}</p>
      )}
      {localized && !isStored && (
        <SelectField
          id={detailId('baseLocale')}
          label={detailNames.baseLocale}
          hint={t.collectionLanguages.baseHint}
          value={baseLocale}
          error={issues['baseLocale']}
          options={locales.value.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(value) => change({ baseLocale: value })}
        />
      )}
      <p>
        <NewTabLink href={urlOf('/settings/languages')}>
          {t.collectionLanguages.ofService}
        </NewTabLink>
      </p>
    </section>
  );
};
