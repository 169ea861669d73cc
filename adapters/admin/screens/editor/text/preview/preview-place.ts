/** The marks that the renderer puts before each block: where the block begins in the source. */
const marksOf = (box: Element): readonly HTMLElement[] => [
  ...box.querySelectorAll<HTMLElement>('[data-at]'),
];

const offsetOf = (mark: HTMLElement): number => Number(mark.dataset['at']);

/** The height on the screen of a place of the source in the preview. */
export const heightOfOffset = (box: Element, offset: number): number => {
  const marks = marksOf(box);
  const next = marks.findIndex((mark) => offsetOf(mark) > offset);
  const index = next === -1 ? marks.length - 1 : Math.max(0, next - 1);
  const [mark, after] = [marks[index], marks[index + 1]];
  const bounds = box.getBoundingClientRect();
  if (mark === undefined) return bounds.top;
  const top = mark.getBoundingClientRect().top;
  if (after === undefined) return top;
  const share = (offset - offsetOf(mark)) / Math.max(1, offsetOf(after) - offsetOf(mark));
  return top + Math.max(0, share) * (after.getBoundingClientRect().top - top);
};

/** The place of the source that the preview shows at a height on the screen. */
export const offsetAtHeight = (box: Element, height: number): number => {
  const marks = marksOf(box);
  const next = marks.findIndex((mark) => mark.getBoundingClientRect().top > height);
  const index = next === -1 ? marks.length - 1 : Math.max(0, next - 1);
  const [mark, after] = [marks[index], marks[index + 1]];
  if (mark === undefined) return 0;
  if (after === undefined) return offsetOf(mark);
  const top = mark.getBoundingClientRect().top;
  const share = (height - top) / Math.max(1, after.getBoundingClientRect().top - top);
  return offsetOf(mark) + Math.max(0, share) * (offsetOf(after) - offsetOf(mark));
};

/** The place in a text area at a height on the screen: of the line there if the browser tells, else about. */
export const areaOffsetAt = (area: HTMLTextAreaElement, height: number): number => {
  const { left, top, height: whole, width } = area.getBoundingClientRect();
  if (height <= top) return 0;
  const found = document.caretPositionFromPoint?.(left + Math.min(width / 2, 40), height);
  if (found?.offsetNode === area) return found.offset;
  return Math.round(Math.min(1, (height - top) / whole) * area.value.length);
};

/** Scrolls the page so that a place in a text area is at a height on the screen. */
export const scrollAreaTo = (area: HTMLTextAreaElement, offset: number, height: number): void => {
  const perCharacter = area.offsetHeight / Math.max(1, area.value.length);
  scrollBy(0, area.getBoundingClientRect().top + offset * perCharacter - height);
  // Lines have different lengths: each step comes nearer.
  for (let step = 0; step < 6; step += 1) {
    const missing = (offset - areaOffsetAt(area, height)) * perCharacter;
    if (Math.abs(missing) < 12) return;
    scrollBy(0, missing);
  }
};
