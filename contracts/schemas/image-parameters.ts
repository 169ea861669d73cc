import { Type } from 'typebox';
import { imageFits, imageFormats, imageQualities, imageWidths } from '../../core/index.ts';
import { choice } from './schema.ts';

/** The query parameters of a smaller version of an image. */
export const imageParameters = Type.Object({
  w: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `The width in pixels: the next of ${imageWidths.join(', ')}, and never more than that of the original.`,
    }),
  ),
  h: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'The height in pixels. With `w` it gives an aspect ratio, which is rounded to the nearest common one. By default the image keeps its own.',
    }),
  ),
  fit: Type.Optional(
    choice(imageFits, {
      description:
        'How the image fills the size of `w` and `h`: cropped (the default), with margins, or as large as possible inside it.',
    }),
  ),
  format: Type.Optional(
    choice(imageFormats, { description: 'By default `Accept` chooses the format.' }),
  ),
  q: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: `The quality: the nearest of ${imageQualities.join(', ')}. 75 by default. PNG ignores it.`,
    }),
  ),
});
