import { fileTypeFromBuffer } from 'file-type';

/** The library's names for kinds of files that have one name here. */
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

/** Word, Excel and PowerPoint before 2007 share one container; only the name tells them apart. */
const compoundFile = 'application/x-cfb';
const compoundTypes: Readonly<Record<string, string>> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
};

/** The type that magic numbers give away. */
export const binaryType = async (
  head: Uint8Array,
  extension: string,
): Promise<string | undefined> => {
  const found = await magicType(head);
  if (found === undefined) return undefined;
  if (found === compoundFile) return memberOf(compoundTypes, extension) ?? found;
  return memberOf(canonicalNames, found) ?? found;
};

const magicType = async (head: Uint8Array): Promise<string | undefined> => {
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // Bytes that a parser stumbles over tell nothing.
    return undefined;
  }
};

const memberOf = (names: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined;
