import type { ContentPorts } from '../content/content-ports.ts';
import type { MediaPorts } from '../media/media-ports.ts';
import type { Ports } from '../ports/ports.ts';

/** What moving content in and out in bulk needs. */
export interface TransferPorts
  extends ContentPorts, MediaPorts, Pick<Ports, 'users' | 'unitOfWork' | 'digest'> {}
