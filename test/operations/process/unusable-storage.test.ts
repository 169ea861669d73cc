import { afterAll, expect, test, vi } from 'vitest';
import { startS3Server } from '../../support/s3/s3-server.ts';
import { dataFolder } from '../../support/service/data-folder.ts';
import { serviceStarter } from '../../support/service/processes.ts';

const startService = serviceStarter(afterAll);

test('a start warns of a storage that cannot be used, and names the setting', async () => {
  await using folder = await dataFolder();
  await using bucket = await startS3Server();
  const { accessKeyId, region } = bucket.expected;
  const service = await startService({
    DATA_DIR: folder.path,
    S3_BUCKET: bucket.bucket.name,
    S3_ENDPOINT: bucket.url,
    S3_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: 'not the secret',
  });
  await service.ready;
  await vi.waitFor(
    () => {
      expect(service.output()).toContain('Files cannot be stored or read');
      expect(service.output()).toContain('AWS_SECRET_ACCESS_KEY does not belong to');
      expect(service.output()).not.toContain('not the secret');
    },
    { timeout: 30_000 },
  );
});
