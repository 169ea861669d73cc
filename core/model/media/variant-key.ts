import { inThousandths, type Crop } from './crop.ts';
import {
  boxFor,
  imageFits,
  imageFormats,
  isRequestable,
  type ImageBox,
  type ImageFit,
  type ImageFormat,
  type ImageVariant,
  type ImageView,
} from './image-variant.ts';
import { mediaKeyPattern } from './media-key.ts';

/** The name of a variant among those of its file, which is the end of its key. */
export const variantName = ({
  width,
  box,
  format,
  quality,
  isMoving = false,
  crop,
}: ImageVariant): string =>
  [
    `w${width}${box === undefined ? '' : boxName(box)}`,
    crop === undefined ? '' : cropName(crop),
    quality === undefined ? '' : `-q${quality}`,
    `${isMoving ? '-moving' : ''}.${format}`,
  ].join('');

const boxName = ({ height, fit, focus }: ImageBox): string =>
  `h${height}-${fit}${focus === undefined ? '' : `-f${thousandths(focus.x)}x${thousandths(focus.y)}`}`;

const cropName = (crop: Crop): string =>
  `-c${[crop.x, crop.y, crop.width, crop.height].map(thousandths).join('x')}`;

const thousandths = (fraction: number): number => Math.round(fraction * 1_000);

/** What the keys of all variants of a file start with, and no other key. */
export const variantPrefix = (key: string): string => `${key}.`;

/** The key under which a variant of the file `key` is stored: in a list it follows the original. */
export const variantKey = (key: string, variant: ImageVariant): string =>
  variantPrefix(key) + variantName(variant);

const namePattern = `w(\\d+)(?:h(\\d+)-(${imageFits.join('|')})(?:-f\\d+x\\d+)?)?(?:-c\\d+x\\d+x\\d+x\\d+)?(?:-q(\\d+))?(-moving)?\\.(${imageFormats.join('|')})`;
const variantKeyForm = new RegExp(`^(${mediaKeyPattern})\\.${namePattern}$`);

/** The key of the original, from the key of a variant; undefined for every other key. */
export const originalKeyOf = (key: string): string | undefined => variantKeyForm.exec(key)?.[1];

/**
 * The variant that is stored under `key`; undefined for every other key, and for a variant that no request gets: one
 * of another focus or crop, or of sizes and qualities that earlier versions had.
 *
 * @param view that of the file.
 */
export const currentVariantOf = (key: string, view: ImageView): ImageVariant | undefined => {
  const [, original = '', width, height, fit, quality, moving, format] =
    variantKeyForm.exec(key) ?? [];
  const variant: ImageVariant = {
    width: Number(width),
    box: height === undefined ? undefined : boxFor(Number(height), fit as ImageFit, view),
    format: format as ImageFormat,
    quality: quality === undefined ? undefined : Number(quality),
    ...(moving !== undefined && { isMoving: true }),
    crop: inThousandths(view.crop),
  };
  return isRequestable(variant) && variantKey(original, variant) === key ? variant : undefined;
};
