/** The type of what is dragged: files of the library, and not of the computer. */
const type = 'application/x-library-files';

/** Marks a drag as one of selected files. */
export const dragFiles = (data: DataTransfer | null, count: number): void => {
  if (data === null) return;
  data.setData(type, String(count));
  data.effectAllowed = 'move';
};

/** Whether files of the library are dragged. */
export const dropsFiles = (data: DataTransfer | null): boolean =>
  data?.types.includes(type) ?? false;
