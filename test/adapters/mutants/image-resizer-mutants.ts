import sharp, { type Sharp } from 'sharp';
import { SharpImageResizer } from '../../../adapters/sharp/sharp-image-resizer.ts';
import type { ImageResizer } from '../../../core/index.ts';
import type { ImageVariant } from '../../../core/vocabulary.ts';
import { collect } from '../../conformance/bytes.ts';
import {
  imageResizerSuite,
  type ImageResizerSubject,
} from '../../conformance/media/image-resizer.ts';
import { lookAtImage, paintImage } from '../../support/media/images.ts';
import { breaking, mutantsOf, type Mutant } from './mutant.ts';

const broken = breaking<ImageResizerSubject, 'resizer'>('resizer');

/** Changes what is asked for. */
const asking = (
  change: (variant: ImageVariant) => Partial<ImageVariant>,
): Mutant<ImageResizerSubject>['make'] =>
  broken((intact) => ({
    resize: (image, variant) => intact.resize(image, { ...variant, ...change(variant) }),
  }));

/** Resizes in another way. */
const resizing = (
  work: (image: Uint8Array, variant: ImageVariant) => Sharp,
): Mutant<ImageResizerSubject>['make'] =>
  broken(() => ({
    async *resize(image, variant) {
      yield await work(await collect(image), variant).toBuffer();
    },
  }));

/** For a crop that is a third of its image. */
const alongSide = (fraction: number): number => 1 / 6 + (fraction * 2) / 3;

const swallowing = (resize: ImageResizer['resize']): ImageResizer['resize'] =>
  async function* (image, variant) {
    try {
      yield* resize(image, variant);
    } catch {
      yield new Uint8Array(0);
    }
  };

export const imageResizerMutants = mutantsOf<ImageResizerSubject>(
  imageResizerSuite,
  () => ({ resizer: new SharpImageResizer(), paint: paintImage, look: lookAtImage }),
  [
    {
      fault: 'is never available',
      caughtBy: 'it is available',
      make: broken(() => ({ isAvailable: async () => false })),
    },
    {
      fault: 'makes squares',
      caughtBy: 'a variant has its width and the aspect ratio of the image',
      make: asking(({ width }) => ({ box: { height: width, fit: 'cover' } })),
    },
    {
      fault: 'makes WebP only',
      caughtBy: 'each type becomes each format',
      make: asking(() => ({ format: 'webp', quality: 75 })),
    },
    {
      fault: 'crops every image',
      caughtBy: 'cover fills the box, contain adds margins, inside fits into it',
      make: asking(({ box }) => ({ box: box && { ...box, fit: 'cover' } })),
    },
    {
      fault: 'shows all of an image that has a crop',
      caughtBy: 'a variant shows the part that the crop names',
      make: asking(() => ({ crop: undefined })),
    },
    {
      fault: 'crops around the middle only',
      caughtBy: 'a crop has the focus in its middle, or as near to it as the edges permit',
      make: asking(({ box }) => ({ box: box && { ...box, focus: undefined } })),
    },
    {
      fault: 'places the focus as `object-position` does',
      caughtBy: 'a crop has the focus in its middle, or as near to it as the edges permit',
      make: asking(({ box }) => ({
        box: box && {
          ...box,
          focus: box.focus && { x: alongSide(box.focus.x), y: alongSide(box.focus.y) },
        },
      })),
    },
    {
      fault: 'enlarges small images',
      caughtBy: 'a variant is never larger than the image',
      make: resizing((image, { width, box }) =>
        sharp(image).resize({ width, ...(box && { height: box.height, fit: box.fit }) }),
      ),
    },
    {
      fault: 'ignores the orientation',
      caughtBy: 'the orientation is applied, and metadata is removed',
      make: resizing((image, { width }) => sharp(image).resize(width)),
    },
    {
      fault: 'keeps the metadata',
      caughtBy: 'the orientation is applied, and metadata is removed',
      make: resizing((image, { width }) => sharp(image).autoOrient().resize(width).keepMetadata()),
    },
    {
      fault: 'shows the first picture of an animation',
      caughtBy: 'an animation stays one in WebP, with the times of its pictures',
      make: asking(() => ({ isMoving: false })),
    },
    {
      fault: 'lets an animation stand still in other formats',
      caughtBy: 'nothing is made of an animation that would stand still, or be too large',
      make: asking(({ format }) => ({ isMoving: format === 'webp' })),
    },
    {
      fault: 'makes transparent parts black',
      caughtBy: 'transparent parts of a JPEG are white',
      make: resizing((image) => sharp(image).flatten({ background: 'black' }).jpeg()),
    },
    {
      fault: 'resizes what is there of a broken image',
      caughtBy: 'broken bytes are unreadable',
      make: resizing((image, { width }) => sharp(image, { failOn: 'none' }).resize(width)),
    },
    {
      fault: 'decodes images of any size',
      caughtBy: 'an image with too many pixels is rejected before it is decoded',
      make: broken(() => ({
        resize: (...input) =>
          new SharpImageResizer({ pixels: Number.MAX_SAFE_INTEGER }).resize(...input),
      })),
    },
    {
      fault: 'ends quietly when the source fails',
      caughtBy: 'an error of the source is thrown',
      make: broken((intact) => ({
        resize: swallowing((image, variant) => intact.resize(image, variant)),
      })),
    },
  ],
);
