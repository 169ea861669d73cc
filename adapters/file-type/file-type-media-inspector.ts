import type { MediaFacts, MediaInspector } from '../../core/index.ts';
import { binaryType } from './binary-type.ts';
import { noDimensions, rasterDimensions, svgDimensions } from './dimensions.ts';
import { decodeText, textProblem, textType } from './text-type.ts';

/**
 * Detects binary formats by magic numbers, and text formats by rules of this adapter. Does not decode images, so
 * a huge declared size costs nothing.
 */
export class FileTypeMediaInspector implements MediaInspector {
  async inspect(head: Uint8Array, name: string): Promise<MediaFacts> {
    const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
    const magic = await binaryType(head, extension);
    const text = decodeText(head);
    const mimeType = text === undefined ? magic : textType(text, magic, extension);
    if (mimeType === undefined) {
      const problem = textProblem(head);
      return { mimeType, ...noDimensions, ...(problem && { textProblem: problem }) };
    }
    const isSvg = text !== undefined && mimeType === 'image/svg+xml';
    const dimensions = isSvg ? svgDimensions(text) : await rasterDimensions(head, mimeType);
    return { mimeType, ...dimensions };
  }
}
