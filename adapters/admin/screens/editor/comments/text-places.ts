import type { CommentPlaceDto } from '../../../../../contracts/schemas/comment-schemas.ts';
import { focusSoon } from '../../../components/focus-soon.ts';
import { focusControl, idOf } from '../error-links.ts';
import { issueKey, type Json, type Path } from '../model/json-path.ts';
import type { ItemText } from '../model/item-text.ts';
import { surfaceOf } from '../text/use-surface.ts';
import { findPassage, placeOf, type Range } from './passages.ts';

/** All texts in a value, each with its path. */
function* textsIn(value: Json | undefined, path: Path): Generator<readonly [Path, string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      yield* textsIn(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    }
  }
}

/** What is selected in a field; the text is what the field has in the data. */
const selectionIn = (element: Element): (Range & { readonly text: string }) | undefined => {
  const surface = surfaceOf(element);
  if (surface !== undefined) return surface.selected();
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) {
    return undefined;
  }
  const { selectionStart: start, selectionEnd: end, value: text } = element;
  return start === null || end === null ? undefined : { start, end, text };
};

/** The place of what is selected in the focused field of an item; undefined outside of its texts. */
export const selectedPlace = (item: ItemText): CommentPlaceDto | undefined => {
  const element = document.activeElement;
  if (element === null || element.id === '') return undefined;
  const selection = selectionIn(element);
  if (selection === undefined) return undefined;
  if (element.id === idOf('title')) return placeOf('title', selection.text, selection);
  for (const [path] of textsIn(item.data, [])) {
    const key = issueKey(path);
    if (idOf(key) === element.id) return placeOf(key, selection.text, selection);
  }
  return undefined;
};

/** Goes to the field of a comment, and selects the passage if it is still there. */
export const showPlace = (place: CommentPlaceDto): void => {
  const id = idOf(place.path);
  focusControl(id);
  focusSoon(() => {
    const element = document.getElementById(id);
    const selection = element && selectionIn(element);
    const found = selection && findPassage(selection.text, place);
    if (element === null || found === undefined || found === null) return element;
    const { start, end } = found;
    const surface = surfaceOf(element);
    if (surface !== undefined) {
      surface.apply({ start, end: start, text: '', selection: [0, end - start] });
    } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      element.setSelectionRange(start, end);
    }
    return element;
  });
};
