import { Type } from 'typebox';
import { cropMinSide } from '../../core/vocabulary.ts';
import { titled } from './schema.ts';

const fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

/** The point of an image that crops keep as near to their middle as possible. */
export const focusSchema = titled('Focus', {
  x: fraction('From the left: 0 to 1 of the width.'),
  y: fraction('From the top: 0 to 1 of the height.'),
});

const side = (description: string) =>
  Type.Number({ minimum: cropMinSide, maximum: 1, description });

/** The part of an image that its smaller versions show. */
export const cropSchema = titled('Crop', {
  x: fraction('The left edge: 0 to 1 of the width.'),
  y: fraction('The upper edge: 0 to 1 of the height.'),
  width: side('Of the width of the image.'),
  height: side('Of the height of the image.'),
});
