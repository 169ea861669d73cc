import { t } from '../../../catalogue/texts.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { hasLocales, locales } from '../../../shell/locales.ts';
import { urlOf } from '../../../shell/router.ts';

/** The languages of the service in a line, and the way to the screen that changes them. */
export const LanguagesCard = () => (
  <section class="card" aria-labelledby="languages-heading">
    <header>
      <h2 id="languages-heading">{t.common.languages}</h2>
      <ButtonLink href={urlOf('/settings/languages')}>
        {hasLocales() ? t.localeSettings.card.change : t.localeSettings.card.add}
      </ButtonLink>
    </header>
    <p class="quiet-text" dir="auto">
      {hasLocales() ? locales.value.map(({ name }) => name).join(', ') : t.localeSettings.card.none}
    </p>
  </section>
);
