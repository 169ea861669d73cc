/** Maps names of the library to the names that media files have here. */
const canonicalNames: Readonly<Record<string, string>> = {
  'audio/ogg; codecs=opus': 'audio/ogg',
  'audio/x-flac': 'audio/flac',
  'audio/x-m4a': 'audio/mp4',
  'image/apng': 'image/png',
  'image/heic-sequence': 'image/heic',
  'image/heif': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'video/x-m4v': 'video/mp4',
  'video/x-matroska': 'video/matroska',
};

/** Word, Excel and PowerPoint before 2007 share one container format. The file extension decides. */
const compoundFile = 'application/x-cfb';
const compoundTypes: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
};

/** Detects the type by magic numbers. */
export const binaryType = async (
  head: Uint8Array,
  extension: string,
): Promise<string | undefined> => {
  const found = (await magicType(head)) ?? tiffType(head);
  if (found === undefined) return undefined;
  if (found === compoundFile) return lookUp(compoundTypes, extension) ?? found;
  return lookUp(canonicalNames, found) ?? found;
};

const magicType = async (head: Uint8Array): Promise<string | undefined> => {
  // Loaded for the first file, not for every start.
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // The library throws for malformed files of some formats.
    return undefined;
  }
};

/** The library reads the directory too, which is mostly behind the first bytes. */
const tiffType = ([first, second, third, fourth]: Uint8Array): string | undefined => {
  const isLittle = first === 0x49 && second === 0x49 && third === 42 && fourth === 0;
  const isBig = first === 0x4d && second === 0x4d && third === 0 && fourth === 42;
  return isLittle || isBig ? 'image/tiff' : undefined;
};

const lookUp = (names: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined;
