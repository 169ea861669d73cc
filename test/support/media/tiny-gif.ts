/** A GIF of one pixel. */
export const tinyGif: Uint8Array = Uint8Array.from(
  Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
);
