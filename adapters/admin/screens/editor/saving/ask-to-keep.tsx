import { t } from '../../../catalogue/texts.ts';
import { counted, numberText } from '../../../catalogue/forms.ts';
import { confirm } from '../../../components/dialogs/confirm.tsx';

const listedMax = 10;

/**
 * Asks whether to store keys that the schema does not have: they can be misspelled.
 *
 * @param paths such as `data.place.nmae`.
 */
export const askToKeep = (paths: readonly string[]): Promise<boolean> => {
  const more = paths.length - listedMax;
  return confirm({
    title: counted(paths.length, t.saving.unknownKeys.question),
    text: (
      <>
        <p>{t.saving.unknownKeys.explanation}</p>
        <ul>
          {paths.slice(0, listedMax).map((path) => (
            <li key={path}>
              <code>{path.replace(/^data\./, '')}</code>
            </li>
          ))}
        </ul>
        {more > 0 && <p>{t.saving.unknownKeys.more(numberText(more))}</p>}
        <p>{t.saving.unknownKeys.remark}</p>
      </>
    ),
    action: t.saving.unknownKeys.keep,
    cancel: t.common.goBack,
  });
};
