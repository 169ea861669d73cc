import { testDownloads } from '../../support/media/bucket-downloads.ts';
import { s3World } from '../../support/s3/s3-world.ts';

testDownloads({ openWorld: s3World, step: 'get', failures: 100 });
