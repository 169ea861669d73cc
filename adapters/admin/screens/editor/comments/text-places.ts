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

/** The path of the text of an item that is written in an element. */
const pathIn = (item: ItemText, { id }: Element): string | undefined => {
  if (id === '') return undefined;
  if (id === idOf('title')) return 'title';
  for (const [path] of textsIn(item.data, [])) {
    const key = issueKey(path);
    if (idOf(key) === id) return key;
  }
  return undefined;
};

/** The place of what is selected in the focused field of an item; undefined outside of its texts. */
export const selectedPlace = (item: ItemText): CommentPlaceDto | undefined => {
  const element = document.activeElement;
  const path = element === null ? undefined : pathIn(item, element);
  const selection = element === null ? undefined : selectionIn(element);
  if (path === undefined || selection === undefined) return undefined;
  return placeOf(path, selection.text, selection);
};

/** A line of a text, as it is in the window. */
type Line = Pick<DOMRect, 'top' | 'bottom'>;

/** The line where the selection ends; of a field whose lines are unknown, the first one. Undefined if nothing is selected. */
const selectedLine = (element: Element): Line | undefined => {
  const surface = surfaceOf(element);
  if (surface?.selectedLine !== undefined) return surface.selectedLine();
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (!isField || element.selectionStart === element.selectionEnd) return undefined;
  const { top, bottom } = element.getBoundingClientRect();
  return { top, bottom: Math.min(bottom, top + firstLineHeight) };
};

const firstLineHeight = 36;

/** Where the selection in the focused field of an item is in the window: beside the text. Undefined if nothing is selected. */
export const selectedSpot = (
  item: ItemText,
): { readonly right: number; readonly middle: number } | undefined => {
  const element = document.activeElement;
  const line = element === null ? undefined : selectedLine(element);
  if (element === null || line === undefined || pathIn(item, element) === undefined) {
    return undefined;
  }
  return { right: element.getBoundingClientRect().right, middle: (line.top + line.bottom) / 2 };
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
