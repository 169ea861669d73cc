/** Tags of section 8 of the TIFF 6.0 specification. */
export const widthTag = 0x0100;
export const heightTag = 0x0101;
export const orientationTag = 0x0112;

const version = 42;
const shortType = 3;

/**
 * The number with this tag in the first directory of a TIFF file (section 2 of the TIFF 6.0 specification).
 *
 * @throws RangeError if the bytes are cut off before it.
 */
export const tiffNumber = (tiff: Uint8Array, tag: number): number | undefined => {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const isLittle = view.getUint8(0) === 0x49;
  // BigTIFF has another version, and another layout.
  if (view.getUint16(2, isLittle) !== version) return undefined;
  const directory = view.getUint32(4, isLittle);
  const count = view.getUint16(directory, isLittle);
  for (let entry = 0; entry < count; entry += 1) {
    const at = directory + 2 + 12 * entry;
    if (view.getUint16(at, isLittle) !== tag) continue;
    const isShort = view.getUint16(at + 2, isLittle) === shortType;
    return isShort ? view.getUint16(at + 8, isLittle) : view.getUint32(at + 8, isLittle);
  }
  return undefined;
};
