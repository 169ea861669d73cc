import { invalid } from '../../primitives/errors.ts';

const segment = '[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}';
const keyForm = new RegExp(`^${segment}(?:/${segment})*$`);
const keyMaxLength = 1_024;

/**
 * Whether a key has the form that `BlobStore` promises. The core generates no other keys; stores check
 * again, because a wrong key could become a path or URL outside of the store.
 */
export const isBlobKey = (key: string): boolean => key.length <= keyMaxLength && keyForm.test(key);

/** @throws DomainError `invalid_input` for a malformed key. */
export const assertBlobKey = (key: string): void => {
  if (!isBlobKey(key)) throw invalid('invalid_input', [{ path: 'key', message: 'is malformed' }]);
};

/** The keys of media files, as a regular expression without anchors. */
export const mediaKeyPattern = '[A-Za-z0-9]{22,64}/[a-z0-9][a-z0-9-]*\\.[a-z0-9]{2,5}';

/** A slash of a URL in a text, as a regular expression. JSON inside a text may escape it. */
export const slashPattern = '\\\\?/';

/** A key at the end of a URL in a text: nothing follows that continues the path of the URL. */
export const mediaKeyInText = `${mediaKeyPattern.replace('/', () => slashPattern)}(?!_*[A-Za-z0-9]|[%-]|\\.\\w|${slashPattern})`;

const mediaKeyForm = new RegExp(`^${mediaKeyPattern}$`);

/** Whether it can be the key of a media file. */
export const isMediaKey = (key: string): boolean => mediaKeyForm.test(key);

/** The last segment of the key, which is the file name in the URL. */
export const filenameOf = (key: string): string => key.slice(key.indexOf('/') + 1);
