import type { SecretGenerator } from '../ports/secret-generator.ts';

/** Entropy of an object's key, in bits: keys cannot be guessed and nothing is overwritten. */
const randomBits = 160;

/** A key for a new object. @param filename from {@link filenameFor}. */
export const newMediaKey = (secrets: SecretGenerator, filename: string): string =>
  `${secrets.next(randomBits)}/${filename}`;

/** What {@link newMediaKey} makes, as a regular expression that is not anchored. */
export const mediaKeyPattern = '[A-Za-z0-9]{22,64}/[a-z0-9][a-z0-9-]*\\.[a-z0-9]{2,5}';

const keyForm = new RegExp(`^${mediaKeyPattern}$`);

/** Whether {@link newMediaKey} can have made it. */
export const isMediaKey = (key: string): boolean => keyForm.test(key);

/** The name in the object's address. */
export const filenameOf = (key: string): string => key.slice(key.indexOf('/') + 1);
