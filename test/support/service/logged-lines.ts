import type { ServiceProcess } from './service-process.ts';

/** A log line, with the members that tests use. */
interface Line {
  readonly message: string;
  readonly worker?: number;
  readonly pid?: number;
  readonly reason?: string;
  readonly method?: string;
  readonly status?: number;
}

const linesOf = (service: ServiceProcess): readonly Line[] =>
  service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line);

/** All lines with this message that a service has logged so far. */
export const loggedLines = (service: ServiceProcess, message: string): readonly Line[] =>
  linesOf(service).filter((line) => line.message === message);
