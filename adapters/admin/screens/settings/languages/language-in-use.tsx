import type { LocaleDto } from '../../../../../contracts/operations/locales.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { urlOf } from '../../../shell/router.ts';
import type { InUse } from './save-languages.ts';

interface LanguageInUseProps {
  readonly inUse: InUse;
  readonly onPutBack: (locale: LocaleDto) => void;
}

/** Why a language cannot be removed, with numbers, and what to do. */
export const LanguageInUse = ({ inUse: { removed, uses }, onPutBack }: LanguageInUseProps) => {
  const name = removed?.name ?? t.localeSettings.theLanguage;
  return (
    <div class="alert stack" role="alert">
      <p>
        {t.localeSettings.inUse.cannotRemove(<strong dir="auto">{name}</strong>)} {uses}.
      </p>
      <p>{t.localeSettings.inUse.text}</p>
      {removed !== undefined && (
        <div class="row">
          <Button icon="undo" onClick={() => onPutBack(removed)}>
            {t.localeSettings.inUse.putBack}
          </Button>
          <ButtonLink href={urlOf('/content', { locale: removed.code })}>
            {t.localeSettings.inUse.showItems}
          </ButtonLink>
        </div>
      )}
    </div>
  );
};
