import { UsageError } from '../../adapters/cli/command-errors.ts';
import type { DownloadFile } from '../../adapters/cli/command-host.ts';
import { CheckedConnections } from '../../adapters/webhooks/checked-connections.ts';
import { NodeDownloads } from '../../adapters/webhooks/node-downloads.ts';
import { allowedReceivers, readReceiver } from '../../adapters/webhooks/receiver-addresses.ts';

/** Downloads for imports. @throws UsageError for an entry that is no name, address or network. */
export const openDownloads = (allowedHosts: readonly string[], maxBytes: number): DownloadFile => {
  const wrong = allowedHosts.find((entry) => readReceiver(entry) === undefined);
  if (wrong !== undefined) {
    throw new UsageError(
      `--allow-host: ${wrong} must be a name, an address or a network, such as builder.internal, 10.0.0.5 or 10.0.0.0/8.`,
    );
  }
  const connections = new CheckedConnections(allowedReceivers(allowedHosts), '--allow-host');
  const downloads = new NodeDownloads(connections, { maxBytes });
  return (url, path, signal) => downloads.save(url, path, signal);
};
