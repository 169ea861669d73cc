import { signal, type Signal } from '@preact/signals';
import { t } from '../../../catalogue/texts.ts';
import { confirm } from '../../../components/dialogs/confirm.tsx';
import { SelectField } from '../../../components/inputs/field.tsx';
import { locales } from '../../../shell/locales.ts';

/**
 * Asks whose values count, if translations have different ones in a field that becomes shared.
 *
 * @returns the code of a language; undefined to change nothing.
 */
export const askShareFrom = async (): Promise<string | undefined> => {
  const chosen = signal(locales.peek()[0]?.code ?? '');
  const isSure = await confirm({
    title: t.collectionLanguages.differ,
    text: <Whose chosen={chosen} />,
    action: t.collectionLanguages.replaceOthers,
    cancel: t.common.goBack,
    danger: true,
  });
  return isSure ? chosen.peek() : undefined;
};

const Whose = ({ chosen }: { readonly chosen: Signal<string> }) => (
  <>
    <p>{t.collectionLanguages.differText}</p>
    <SelectField
      label={t.collectionLanguages.keptLanguage}
      hint={t.collectionLanguages.keptLanguageHint}
      value={chosen.value}
      options={locales.value.map(({ code, name }) => ({ value: code, label: name }))}
      onChange={(code) => {
        chosen.value = code;
      }}
    />
  </>
);
