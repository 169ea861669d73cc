import { noDimensions, type ImageDimensions } from '../../core/index.ts';
import { rootTag } from './markup.ts';

/** Pixels in a unit of CSS. */
const units: Readonly<Record<string, number>> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
};

/** The size from the root attributes of an SVG, if both are absolute lengths. */
export const svgDimensions = (text: string): ImageDimensions => {
  const tag = rootTag(text) ?? '';
  return validated(lengthOf('width', tag), lengthOf('height', tag));
};

const lengthOf = (attribute: string, tag: string): number => {
  const form = new RegExp(
    `\\s${attribute}\\s*=\\s*(["'])\\s*\\+?(\\d{0,6}(?:\\.\\d{1,20})?)(px|in|cm|mm|q|pt|pc)?\\s*\\1`,
    'i',
  );
  const [, , number = '', unit = 'px'] = form.exec(tag) ?? [];
  return Math.round((number === '' ? NaN : Number(number)) * (units[unit.toLowerCase()] ?? NaN));
};

/** Neither, if one of them is impossible. */
export const validated = (width: number, height: number): ImageDimensions =>
  isPixelCount(width) && isPixelCount(height) ? { width, height } : noDimensions;

/** The maximum of PNG (section 7.1 of its specification) and of the database column. */
const maxPixels = 2 ** 31 - 1;

const isPixelCount = (count: number): boolean =>
  Number.isSafeInteger(count) && count > 0 && count <= maxPixels;
