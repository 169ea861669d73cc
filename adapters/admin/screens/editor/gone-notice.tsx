import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import type { Editing } from './model/editing.ts';

/** Somebody deleted the item while it was edited: the text can become a new item. */
export const GoneNotice = ({ editing }: { readonly editing: Editing }) =>
  editing.isGone.value ? (
    <div class="alert row between" role="alert">
      <span>{t.editor.gone}</span>
      <Button onClick={editing.detach}>{t.editor.makeNew}</Button>
    </div>
  ) : null;
