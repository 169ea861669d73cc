/**
 * Reads a time such as `2019-03-04 05:06:07`.
 *
 * @returns epoch milliseconds; undefined for none, which WordPress writes as zeros.
 */
export const timeOf = (text: string | undefined): number | undefined => {
  const [, day = '', time = ''] =
    /^\s*(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})/.exec(text ?? '') ?? [];
  const ms = Date.parse(`${day}T${time}Z`);
  return day.startsWith('0000') || Number.isNaN(ms) ? undefined : ms;
};
