import { Type } from 'typebox';
import { titled } from './schema.ts';

const fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

/** The point of an image that crops keep as near to their middle as possible. */
export const focusSchema = titled('Focus', {
  x: fraction('From the left: 0 to 1 of the width.'),
  y: fraction('From the top: 0 to 1 of the height.'),
});
