/**
 * The key of a client in rate limits: an IPv4 address, or the first 64 bits of an IPv6 address, which
 * usually belong to one customer (RFC 6177). An IPv4-mapped IPv6 address has the key of its IPv4 address.
 */
export const clientKey = (address: string): string => {
  if (!address.includes(':')) return address;
  const groups = readGroups(address);
  return isMapped(groups)
    ? groups.slice(6).flatMap(bytesOf).join('.')
    : `${groups.slice(0, 4).map(hex).join(':')}::/64`;
};

/** RFC 4291, section 2.5.5.2. */
const isMapped = (groups: readonly number[]): boolean =>
  groups.slice(0, 6).join() === '0,0,0,0,0,65535';

/** The eight groups of an IPv6 address in any text form (RFC 4291, section 2.2). */
const readGroups = (address: string): readonly number[] => {
  const [left = '', right = ''] = withoutDots(address).split('::');
  const [head, tail] = [parse(left), parse(right)];
  const zeros = Math.max(0, 8 - head.length - tail.length);
  return [...head, ...Array.from({ length: zeros }, () => 0), ...tail];
};

const parse = (text: string): readonly number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));

/** Replaces an IPv4 address at the end by two groups. */
const withoutDots = (address: string): string =>
  address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: readonly string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
  });

const bytesOf = (group: number): readonly number[] => [group >> 8, group & 0xff];

const hex = (group: number): string => group.toString(16);
