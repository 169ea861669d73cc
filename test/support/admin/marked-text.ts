import type {
  Replacement,
  Selected,
} from '../../../adapters/admin/screens/editor/text/text-edit.ts';

/** What {@link after} says of a key that no edit handles. */
export const left = 'left to the browser';

/** A text in which `⟨` and `⟩`, or a single `‸`, show the selection. */
export const marked = (text: string): Selected => {
  const caret = text.indexOf('‸');
  if (caret !== -1) {
    return { text: text.replace('‸', ''), start: caret, end: caret };
  }
  const [start, end] = [text.indexOf('⟨'), text.indexOf('⟩') - 1];
  return { text: text.replace(/[⟨⟩]/g, ''), start, end };
};

/** The text and the selection after an edit. */
export const applied = ({ text }: Selected, edit: Replacement): Selected => ({
  text: text.slice(0, edit.start) + edit.text + text.slice(edit.end),
  start: edit.start + edit.selection[0],
  end: edit.start + edit.selection[1],
});

/** The text after an edit, with the selection. */
export const after = (selected: Selected, edit: Replacement | undefined): string => {
  if (edit === undefined) return left;
  const { text, start, end } = applied(selected, edit);
  return start === end
    ? `${text.slice(0, start)}‸${text.slice(start)}`
    : `${text.slice(0, start)}⟨${text.slice(start, end)}⟩${text.slice(end)}`;
};
