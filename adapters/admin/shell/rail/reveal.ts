/** Where the box fades. */
const edge = 10;

/** Scrolls a box, and nothing else, until a part of it can be seen; of a large part, its start. */
export const reveal = (box: Element, part: Element): void => {
  const frame = box.getBoundingClientRect();
  const { top, bottom } = part.getBoundingClientRect();
  const below = Math.max(0, bottom + edge - frame.bottom);
  box.scrollTop += Math.min(below, top - edge - frame.top);
};
