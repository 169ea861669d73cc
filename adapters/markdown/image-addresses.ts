import type { ImageReference } from './html-images.ts';

/** The text with another address in each place, and nothing else changed. */
export const replaceAddresses = (
  text: string,
  images: readonly ImageReference[],
  addressFor: (image: ImageReference) => string | undefined,
): string => {
  const pieces: string[] = [];
  let end = 0;
  for (const image of images) {
    const address = addressFor(image);
    if (address === undefined) continue;
    pieces.push(text.slice(end, image.start), escapeAddress(address));
    end = image.end;
  }
  return pieces.join('') + text.slice(end);
};

/** Fit for a destination of Markdown, in brackets or not, and for an attribute of HTML, quoted or not. */
const escapeAddress = (address: string): string =>
  address
    .replace(/[\s"'()<>[\]\\`]/g, (character) =>
      Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(
        '',
      ),
    )
    .replaceAll('&', '&amp;');
