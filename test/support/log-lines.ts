import type { ServiceProcess } from './service-process.ts';

/** A line of the log, as far as tests look at it. */
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

/** What a service has logged so far under a message. */
export const said = (service: ServiceProcess, message: string): readonly Line[] =>
  linesOf(service).filter((line) => line.message === message);
