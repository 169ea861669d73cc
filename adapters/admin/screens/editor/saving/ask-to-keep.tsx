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
    title: paths.length === 1 ? 'Keep an unknown key?' : 'Keep unknown keys?',
    text: (
      <>
        <p>Neither the schema nor the stored item has:</p>
        <ul>
          {paths.slice(0, listedMax).map((path) => (
            <li key={path}>
              <code>{path.replace(/^data\./, '')}</code>
            </li>
          ))}
        </ul>
        {more > 0 && <p>And {more.toLocaleString()} more.</p>}
        <p>Nothing is lost if you go back: the text stays in the form.</p>
      </>
    ),
    action: 'Keep and save',
    cancel: 'Go back',
  });
};
