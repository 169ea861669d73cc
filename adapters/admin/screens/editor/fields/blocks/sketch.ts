import type { FieldDto } from '../../../../../../contracts/schemas/collection-schema.ts';

/** A part of a sketch: a box with round corners or, in one, the hills that stand for a picture. */
export interface Mark {
  readonly look: 'solid' | 'faint' | 'outline' | 'hills';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Of its corners. */
  readonly radius: number;
}

type Fields = Readonly<Record<string, FieldDto>>;

export const sketchSize = { width: 96, height: 60 } as const;

const padding = 9;
const gap = 5;

/** How a field is drawn at the origin, in a width; its height is that of its marks. */
type Drawing = (field: FieldDto, width: number) => readonly Mark[];

const box = (
  look: Mark['look'],
  x: number,
  y: number,
  width: number,
  height: number,
  radius = 1,
): Mark => ({ look, x, y, width, height, radius });

const heightOf = (marks: readonly Mark[]): number =>
  Math.max(0, ...marks.map(({ y, height }) => y + height));

const shift = (marks: readonly Mark[], x: number, y: number): readonly Mark[] =>
  marks.map((mark) => ({ ...mark, x: mark.x + x, y: mark.y + y }));

const thickLine: Drawing = (_, width) => [box('solid', 0, 0, width * 0.7, 5)];
const shortLine: Drawing = (_, width) => [box('solid', 0, 0, width * 0.35, 4)];
const lines: Drawing = (_, width) =>
  [1, 0.9, 0.6].map((part, index) => box('faint', 0, index * 5, width * part, 2.5));
const list: Drawing = (_, width) =>
  [0.7, 0.85].flatMap((part, index) => [
    box('solid', 0, index * 6, 3, 3, 1.5),
    box('faint', 6, index * 6, (width - 6) * part, 3),
  ]);
const picture: Drawing = (_, width) => pictureIn(width, 20);
const choice: Drawing = (_, width) => [
  box('outline', 0, 0, width * 0.55, 7, 2),
  box('solid', width * 0.55 - 5, 2.5, 2, 2),
];
const pill: Drawing = (_, width) => [
  box('outline', 0, 0, width * 0.7, 8, 4),
  box('faint', 5, 3, width * 0.7 - 12, 2),
];
const row: Drawing = (_, width) => [
  box('outline', 0, 0, 7, 7, 1.5),
  box('faint', 10, 2, (width - 10) * 0.7, 3),
];

const pictureIn = (width: number, height: number): readonly Mark[] => [
  box('outline', 0, 0, width, height, 2),
  box('hills', 0, 0, width, height),
];

/** Its fields, with a line at their side. */
const group: Drawing = ({ properties = {} }, width) => {
  const inside = stack(Object.values(properties), width - 5, 20);
  const height = Math.max(5, heightOf(inside));
  return [box('faint', 0, 0, 1.5, height), ...shift(inside, 5, 0)];
};

const drawings: Readonly<Record<FieldDto['type'], Drawing>> = {
  string: thickLine,
  slug: thickLine,
  email: thickLine,
  url: thickLine,
  textarea: lines,
  richtext: lines,
  markdown: lines,
  json: lines,
  number: shortLine,
  boolean: () => [box('outline', 0, 0, 13, 7, 3.5), box('solid', 7.5, 1.5, 4, 4, 2)],
  date: row,
  datetime: row,
  color: (_, width) => [box('solid', 0, 0, 7, 7, 3.5), box('faint', 10, 2, (width - 10) * 0.4, 3)],
  select: choice,
  radio: list,
  multiselect: list,
  reference: pill,
  media: picture,
  file: row,
  array: list,
  object: group,
  blocks: (_, width) => [0, 9].map((y) => box('outline', 0, y, width, 6, 2)),
};

/** As many fields below each other as fit in a height, but at least one. */
const stack = (fields: readonly FieldDto[], width: number, height: number): readonly Mark[] => {
  let marks: readonly Mark[] = [];
  for (const field of fields) {
    const y = marks.length === 0 ? 0 : heightOf(marks) + gap;
    const next = [...marks, ...shift(drawings[field.type](field, width), 0, y)];
    if (marks.length > 0 && heightOf(next) > height) return marks;
    marks = next;
  }
  return marks;
};

const inner = { width: sketchSize.width - 2 * padding, height: sketchSize.height - 2 * padding };

/**
 * Draws what a block looks like in the form: its first fields below each other, or beside its picture, if it has one. A block without
 * fields is an empty sheet.
 */
export const sketchOf = (properties: Fields): readonly Mark[] => {
  const fields = Object.values(properties);
  const others = fields.filter(({ type }) => type !== 'media');
  if (fields.length - others.length !== 1) return middle(stack(fields, inner.width, inner.height));
  if (others.length === 0) return middle(pictureIn(inner.width, inner.height));
  const side = inner.width * 0.42;
  const text = stack(others, inner.width - side - gap, inner.height);
  return [...middle(pictureIn(side, inner.height)), ...shift(middle(text), side + gap, 0)];
};

/** In the middle of the height. */
const middle = (marks: readonly Mark[]): readonly Mark[] =>
  shift(marks, padding, (sketchSize.height - heightOf(marks)) / 2);
