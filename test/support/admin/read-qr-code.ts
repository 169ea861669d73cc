import sharp from 'sharp';
import type { Locator } from 'playwright-core';
import decodeQR from '../../../adapters/admin/node_modules/qr/decode.js';

/** What a phone reads in a QR code, as it is painted. */
export const readQrCode = async (image: Locator): Promise<string> => {
  const { data, info } = await sharp(await image.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
};
