/** A box of an ISO media file (ISO/IEC 14496-12): its content, without the header. */
interface Box {
  readonly type: string;
  readonly content: DataView;
}

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The displayed size of the primary image of a HEIC or an AVIF (ISO/IEC 23008-12): cropped and rotated by its
 * properties. Other images, such as tiles and thumbnails, have sizes of their own.
 *
 * @param head begins with the box `meta`.
 * @returns undefined if the box does not contain it.
 * @throws RangeError if the bytes are cut off.
 */
export const heifSize = (head: Uint8Array): ImageSize | undefined => {
  const file = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const meta = find(boxesOf(file), 'meta');
  const parts = meta && boxesOf(meta, 4);
  const properties = parts && find(parts, 'iprp');
  if (parts === undefined || properties === undefined) return undefined;
  const inner = boxesOf(properties);
  const container = find(inner, 'ipco');
  if (container === undefined) return undefined;
  const all = boxesOf(container);
  return propertiesOf(find(parts, 'pitm'), find(inner, 'ipma'), all).reduce<ImageSize | undefined>(
    (size, box) => applied(box, size),
    undefined,
  );
};

/** Those of the primary image; of a file that names none, all. */
const propertiesOf = (
  primary: DataView | undefined,
  associations: DataView | undefined,
  all: readonly Box[],
): readonly Box[] => {
  if (primary === undefined || associations === undefined) return all;
  const id = primary.getUint8(0) === 0 ? primary.getUint16(4) : primary.getUint32(4);
  return associatedWith(associations, id).flatMap((index) => all[index - 1] ?? []);
};

const applied = ({ type, content }: Box, size: ImageSize | undefined): ImageSize | undefined => {
  if (type === 'ispe') return { width: content.getUint32(4), height: content.getUint32(8) };
  if (size === undefined) return undefined;
  if (type === 'clap') {
    return {
      width: Math.round(content.getUint32(0) / content.getUint32(4)),
      height: Math.round(content.getUint32(8) / content.getUint32(12)),
    };
  }
  const isTurned = type === 'irot' && content.getUint8(0) % 2 === 1;
  return isTurned ? { width: size.height, height: size.width } : size;
};

/** The indexes, from 1, of the properties of an item. */
const associatedWith = (associations: DataView, id: number): readonly number[] => {
  const hasLongIds = associations.getUint8(0) > 0;
  const hasLongIndexes = associations.getUint8(3) % 2 === 1;
  let at = 8;
  for (let left = associations.getUint32(4); left > 0; left -= 1) {
    const item = hasLongIds ? associations.getUint32(at) : associations.getUint16(at);
    at += hasLongIds ? 4 : 2;
    const count = associations.getUint8(at);
    at += 1;
    const indexes = Array.from({ length: count }, (_, n) =>
      hasLongIndexes
        ? associations.getUint16(at + 2 * n) & 0x7fff
        : associations.getUint8(at + n) & 0x7f,
    );
    if (item === id) return indexes;
    at += count * (hasLongIndexes ? 2 : 1);
  }
  return [];
};

const find = (boxes: readonly Box[], type: string): DataView | undefined =>
  boxes.find((box) => box.type === type)?.content;

/** The complete boxes, in order. Stops at a box that is cut off. @param start the offset of the first one. */
const boxesOf = (view: DataView, start = 0): readonly Box[] => {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= view.byteLength;) {
    const size = view.getUint32(at) || view.byteLength - at;
    // Larger boxes hold the pixels.
    if (size < 8 || at + size > view.byteLength) break;
    const type = String.fromCharCode(...[4, 5, 6, 7].map((n) => view.getUint8(at + n)));
    boxes.push({ type, content: new DataView(view.buffer, view.byteOffset + at + 8, size - 8) });
    at += size;
  }
  return boxes;
};
