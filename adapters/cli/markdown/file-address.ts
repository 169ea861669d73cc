const imagePattern = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|tiff?|ico|heic)$/i;

/** At least two characters, one of them a letter: not the end of `v1.2`. */
const extensionPattern = /\.(?=\d?[a-z])[a-z\d]{2,8}$/i;

/** The pages of a site, whose URLs need not match files. */
const pagePattern = /\.(?:x?html?|php|aspx?|jsp)$/i;

/** Whether an address has the extension of an image, before any query and fragment. */
export const isImageAddress = (address: string): boolean => imagePattern.test(pathOf(address));

/** Whether an address has the extension of a file that is not a page of a site. */
export const isFileAddress = (address: string): boolean => {
  const path = pathOf(address);
  return extensionPattern.test(path) && !pagePattern.test(path);
};

const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';
