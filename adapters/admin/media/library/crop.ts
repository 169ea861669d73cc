import type { MediaFileDto } from '../../../../contracts/operations/media.ts';

/** A part of an image, in fractions of its width and height. */
export type Crop = NonNullable<MediaFileDto['crop']>;

export const wholeImage: Crop = { x: 0, y: 0, width: 1, height: 1 };

/** What a handle moves: an edge of each direction, or all of the crop. */
export const cropHandles = ['top left', 'top right', 'bottom left', 'bottom right', 'all'] as const;
export type CropHandle = (typeof cropHandles)[number];

/** Of a side: less has too few pixels to show. */
const minSide = 0.05;

const round = (fraction: number): number => Math.round(fraction * 1_000) / 1_000;
const clamp = (value: number, low: number, high: number): number =>
  round(Math.min(Math.max(value, low), high));

/** One direction of a crop: where it starts, and its length. */
const along = (
  [start, length]: readonly [number, number],
  by: number,
  edge: 'first' | 'last' | 'both',
): readonly [number, number] => {
  if (edge === 'both') return [clamp(start + by, 0, 1 - length), length];
  if (edge === 'last') return [start, clamp(length + by, minSide, 1 - start)];
  const end = start + length;
  const moved = clamp(start + by, 0, end - minSide);
  return [moved, round(end - moved)];
};

/** The crop after a handle has moved by a part of the image. It stays inside. */
export const moveHandle = (
  { x, y, width, height }: Crop,
  handle: CropHandle,
  by: { readonly x: number; readonly y: number },
): Crop => {
  const edge = (first: string): 'first' | 'last' | 'both' => {
    if (handle === 'all') return 'both';
    return handle.includes(first) ? 'first' : 'last';
  };
  const [left, wide] = along([x, width], by.x, edge('left'));
  const [top, high] = along([y, height], by.y, edge('top'));
  return { x: left, y: top, width: wide, height: high };
};

/** How far a key moves a handle: a hundredth of the image, or a tenth with Shift. Undefined for other keys. */
export const stepOf = (
  key: string,
  isLarge: boolean,
): { readonly x: number; readonly y: number } | undefined => {
  const step = isLarge ? 0.1 : 0.01;
  switch (key) {
    case 'ArrowLeft':
      return { x: -step, y: 0 };
    case 'ArrowRight':
      return { x: step, y: 0 };
    case 'ArrowUp':
      return { x: 0, y: -step };
    case 'ArrowDown':
      return { x: 0, y: step };
    default:
      return undefined;
  }
};

/** The crop to store; undefined for the whole image. */
export const storedCrop = (crop: Crop | undefined): Crop | undefined =>
  crop === undefined || (crop.width === 1 && crop.height === 1) ? undefined : crop;

export const areSameCrops = (one: Crop | undefined, other: Crop | undefined): boolean =>
  one?.x === other?.x &&
  one?.y === other?.y &&
  one?.width === other?.width &&
  one?.height === other?.height;
