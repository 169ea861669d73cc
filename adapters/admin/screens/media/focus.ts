import type { MediaFileDto } from '../../../../contracts/operations/media.ts';

/** A point of an image: fractions of its width and height. */
export type Focus = NonNullable<MediaFileDto['focus']>;

export const middle: Focus = { x: 0.5, y: 0.5 };

const roundToPercent = (fraction: number): number => Math.round(fraction * 100) / 100;

/** The point of an image at a place of the page, in whole percent. */
export const focusAt = (
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
  { left, top, width, height }: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
): Focus => {
  const share = (offset: number, side: number): number =>
    roundToPercent(Math.min(Math.max(offset / side, 0), 1));
  return { x: share(clientX - left, width), y: share(clientY - top, height) };
};

/**
 * The `object-position` with which a box of the aspect ratio `box` shows what the service crops: the focus in its
 * middle, or as near to it as the edges of the image permit.
 *
 * @param image the aspect ratio of the image, width by height.
 */
export const cropPosition = ({ x, y }: Focus, image: number, box: number): string =>
  `${positionAlong(x, box / image)}% ${positionAlong(y, image / box)}%`;

/** @param shown the fraction of the side that the box shows; above 1 if it shows the whole side. */
const positionAlong = (focus: number, shown: number): number => {
  if (shown >= 1) return 50;
  const start = Math.min(Math.max(focus - shown / 2, 0), 1 - shown);
  return (100 * start) / (1 - shown);
};
