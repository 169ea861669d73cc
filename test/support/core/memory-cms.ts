import { FileTypeMediaInspector } from '../../../adapters/file-type/file-type-media-inspector.ts';
import { NodeCryptoDigest } from '../../../adapters/node-crypto/node-crypto-digest.ts';
import {
  portableCms,
  type PortableCms,
  type PortableOptions,
} from '../../../bootstrap/portable.ts';
import { manualClock, type ManualClock } from './manual-clock.ts';
import { quickPasswordHasher } from './quick-password-hasher.ts';
import { recordedLog, type RecordedLog } from './recorded-log.ts';

/** Signs the sessions of all services in memory. */
export const testSecret = 'a secret for tests, of more than thirty-two bytes';

export interface MemoryCms extends PortableCms {
  readonly clock: ManualClock;
  readonly log: RecordedLog;
}

/** `ports` replaces single ports, for example by failing ones; `open` replaces the core. */
export type MemoryCmsOptions = Omit<PortableOptions, 'secret'> & {
  readonly open?: typeof portableCms;
};

/** The core on memory adapters, with a manual clock and a recorded log. */
export const memoryCms = async ({
  ports,
  open = portableCms,
  ...options
}: MemoryCmsOptions = {}): Promise<MemoryCms> => {
  const clock = manualClock();
  const log = recordedLog();
  const opened = await open({
    secret: testSecret,
    mediaBaseUrl: 'http://cms.test/files',
    ports: {
      clock,
      log,
      digest: new NodeCryptoDigest(),
      mediaInspector: new FileTypeMediaInspector(),
      passwords: quickPasswordHasher(),
      ...ports,
    },
    ...options,
  });
  return { ...opened, clock, log };
};
