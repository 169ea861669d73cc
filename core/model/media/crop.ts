import { invalid, type Issue } from '../../primitives/errors.ts';
import type { Focus } from './focus.ts';

/**
 * The part of an image that its smaller versions show: fractions of the width and the height of the image as it is
 * displayed, from the left and from the top.
 */
export interface Crop extends Focus {
  readonly width: number;
  readonly height: number;
}

/** Of each side: a smaller part of an image has too few pixels to show. */
export const cropMinSide = 0.01;

/** Sums of decimal fractions, such as 0.7 + 0.3, can be a little over 1. */
const tolerance = 1e-9;

/** @returns the four members only. @throws DomainError `invalid_input`. */
export const parseCrop = ({ x, y, width, height }: Crop): Crop => {
  const issues: Issue[] = [];
  const check = (name: string, value: number, min: number): void => {
    if (!(value >= min && value <= 1)) {
      issues.push({
        path: `crop.${name}`,
        message: `must be a number from ${min} to 1, not ${value}`,
      });
    }
  };
  check('x', x, 0);
  check('y', y, 0);
  check('width', width, cropMinSide);
  check('height', height, cropMinSide);
  if (issues.length === 0) {
    const beyond = (name: string, start: number, side: number): void => {
      if (start + side > 1 + tolerance) {
        issues.push({ path: `crop.${name}`, message: 'must end inside the image' });
      }
    };
    beyond('width', x, width);
    beyond('height', y, height);
  }
  if (issues.length > 0) throw invalid('invalid_input', issues);
  // Zero without its sign.
  return { x: x + 0, y: y + 0, width, height };
};

/** A fraction of an image, in thousandths: what counts for its versions. */
export const rounded = (fraction: number): number => Math.round(fraction * 1_000) / 1_000;

/** Undefined for the whole image, which is also that of a file without a crop. */
export const inThousandths = (crop: Crop | undefined): Crop | undefined => {
  if (crop === undefined) return undefined;
  const part = {
    x: rounded(crop.x),
    y: rounded(crop.y),
    width: rounded(crop.width),
    height: rounded(crop.height),
  };
  return part.width === 1 && part.height === 1 ? undefined : part;
};

/** The focus as fractions of the part that the crop leaves: its edge, if the focus is outside. */
export const focusWithin = (
  focus: Focus | undefined,
  crop: Crop | undefined,
): Focus | undefined => {
  if (focus === undefined || crop === undefined) return focus;
  const within = (point: number, start: number, side: number): number =>
    Math.min(Math.max((point - start) / side, 0), 1);
  return { x: within(focus.x, crop.x, crop.width), y: within(focus.y, crop.y, crop.height) };
};
