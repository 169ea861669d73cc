import { invalid } from '../../primitives/errors.ts';

/**
 * The point of an image that a crop keeps as near to its middle as possible: fractions of the width and the height
 * of the image as it is displayed, from the left and from the top, 0 to 1.
 */
export interface Focus {
  readonly x: number;
  readonly y: number;
}

/** @returns the members `x` and `y` only. @throws DomainError `invalid_input`. */
export const parseFocus = ({ x, y }: Focus): Focus => {
  const issues = Object.entries({ x, y })
    .filter(([, value]) => !(value >= 0 && value <= 1))
    .map(([name, value]) => ({
      path: `focus.${name}`,
      message: `must be a number from 0 to 1, not ${value}`,
    }));
  if (issues.length > 0) throw invalid('invalid_input', issues);
  // Zero without its sign.
  return { x: x + 0, y: y + 0 };
};
