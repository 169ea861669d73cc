import { DomainError, type ImageResizer } from '../../core/index.ts';

/** Resizes nothing: the service returns the originals. */
export class MemoryImageResizer implements ImageResizer {
  async isAvailable(): Promise<boolean> {
    return false;
  }

  // oxlint-disable-next-line require-yield -- it throws
  async *resize(): AsyncGenerator<Uint8Array> {
    throw new DomainError('dependency_unavailable', 'Images cannot be resized here');
  }
}
