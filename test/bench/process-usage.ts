import { readFileSync } from 'node:fs';

/** The processor time that a process has used, in seconds. Linux counts in steps of 10 ms; elsewhere NaN. */
export const cpuSecondsOf = (pid: number): number => {
  const fields = readProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** The resident memory of a process in MB. NaN except on Linux. */
export const residentMegabytesOf = (pid: number): number => {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readProcess(pid, 'status')) ?? [];
  return (Number(kilobytes) * 1_024) / 1_000_000;
};

const readProcess = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};
