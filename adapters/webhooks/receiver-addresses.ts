import ipaddr from 'ipaddr.js';

/** The receivers that the operator allows although their addresses are not public. */
export interface AllowedReceivers {
  /** Names in lower case. */
  readonly names: ReadonlySet<string>;
  /** Addresses are networks of their own. */
  readonly networks: readonly Network[];
}

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

const hostName = /^[a-z\d_](?:[a-z\d._-]*[a-z\d_])?$/;
/** What browsers and resolvers read as an address of IPv4: `127.1`, `0x7f.0.0.1`. */
const numericName = /(?:^|\.)(?:\d+|0x[\da-f]*)$/;

/**
 * @param entries names, addresses, and networks such as `10.0.0.0/8`.
 * @returns undefined for each entry that is none of them.
 */
export const readReceiver = (entry: string): string | Network | undefined => {
  const text = entry.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValidCIDR(text) && text.includes('/')) return ipaddr.parseCIDR(text);
  if (isAddress(text)) {
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  return hostName.test(text) && !numericName.test(text) ? text : undefined;
};

/** @param entries that {@link readReceiver} can read. */
export const allowedReceivers = (entries: readonly string[]): AllowedReceivers => {
  const read = entries.map(readReceiver);
  return {
    names: new Set(read.filter((each) => typeof each === 'string')),
    networks: read.filter((each) => typeof each === 'object'),
  };
};

/** Of IPv4 only the usual form: the others have passed through a URL, which changes them to it. */
const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** All public addresses of IPv6 are in one network; the package also takes unassigned ones for public. */
const publicV6 = ipaddr.IPv6.parseCIDR('2000::/3');

const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(publicV6));

/** Whether requests may go to the address: it is public, or allowed. IPv4 in IPv6 counts as what it is. */
export const mayConnect = (address: string, { networks }: AllowedReceivers): boolean => {
  if (!isAddress(address)) return false;
  const parsed = ipaddr.process(address);
  if (isPublic(parsed)) return true;
  return networks.some(
    ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
  );
};
