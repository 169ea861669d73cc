/**
 * How much a client prefers an image format, by its `Accept` header (RFC 9110, section 12.5.1).
 *
 * @returns for a format, a weight from 0 to 1. Wildcards count only for JPEG and PNG, because a client
 *   that supports a newer format names it.
 */
export const formatPreference = (accept: string | undefined): ((format: string) => number) => {
  const weights = new Map((accept ?? '*/*').split(',').map(readRange));
  return (format) => {
    const exact = weights.get(`image/${format}`);
    if (exact !== undefined || !universal.has(format)) return exact ?? 0;
    return weights.get('image/*') ?? weights.get('*/*') ?? 0;
  };
};

const universal: ReadonlySet<string> = new Set(['jpeg', 'png']);

const readRange = (text: string): readonly [type: string, weight: number] => {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const given = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const weight = given === undefined ? 1 : Number(given.slice(given.indexOf('=') + 1));
  return [type, weight >= 0 && weight <= 1 ? weight : 0];
};
