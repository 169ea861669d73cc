import {
  inspectedBytes,
  noDimensions,
  type ImageDimensions,
  type MediaFacts,
  type MediaInspector,
} from '../../core/index.ts';
import { binaryType } from './binary-type.ts';
import { svgDimensions } from './dimensions.ts';
import { rasterDimensions } from './raster-dimensions.ts';
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
    const dimensions = isSvg
      ? svgDimensions(text)
      : await rasterDimensions(oneChunk(head), mimeType, head.length < inspectedBytes);
    return { mimeType, ...dimensions };
  }

  measure(bytes: AsyncIterable<Uint8Array>, mimeType: string): Promise<ImageDimensions> {
    return rasterDimensions(bytes, mimeType, true);
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
