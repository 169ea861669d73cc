/** The object identifier of the type `json` (pg_type.dat of PostgreSQL). */
const jsonType = 114;
const headerBytes = 20;
const lengthBytes = 4;

/**
 * An array of JSON texts in the binary format of PostgreSQL (`array_recv` in its source), which the driver sends as it is.
 * In the text format, the driver escapes every quote, and the server looks for them.
 */
export const jsonArray = (texts: readonly string[]): Buffer => {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const size = sizes.reduce((sum, each) => sum + lengthBytes + each, headerBytes);
  const array = Buffer.allocUnsafe(size);
  const [dimensions, hasNulls, lowerBound] = [1, 0, 1];
  let end = 0;
  for (const value of [dimensions, hasNulls, jsonType, texts.length, lowerBound]) {
    end = array.writeInt32BE(value, end);
  }
  for (const [index, text] of texts.entries()) {
    end = array.writeInt32BE(sizes[index] ?? 0, end);
    end += array.write(text, end);
  }
  return array;
};
