import type { Timer } from '../../core/index.ts';
import { second } from '../../core/vocabulary.ts';
import { StartError } from '../explain-failure.ts';
import { missingMembers } from './missing-members.ts';
import { portMembers } from './port-members.ts';
import type { FilePorts, PortContext, PortFactory, PortName } from './port-factories.ts';

const openTimeoutMs = 10 * second;

/**
 * Opens a port of the configuration file.
 *
 * @throws StartError that names the port, when the factory throws, rejects, takes longer than 10 seconds, or returns
 *   something without the methods of the port.
 */
export const openPort = async <Name extends PortName>(
  name: Name,
  factory: PortFactory<FilePorts[Name]>,
  context: PortContext,
  timer: Timer,
): Promise<FilePorts[Name]> => {
  const fail = (text: string, cause?: unknown): StartError =>
    new StartError(`The factory ports.${name} ${text}`, { cause });
  const call = async (): Promise<FilePorts[Name]> => factory(context);
  const outcome = await timer.within(call(), openTimeoutMs).catch((error: unknown) => {
    throw fail(`failed: ${reasonOf(error)}`, error);
  });
  if (!outcome.inTime) throw fail(`did not return within ${openTimeoutMs / second} seconds`);
  const port: unknown = outcome.value;
  if (typeof port !== 'object' || port === null) {
    throw fail(`must return ${portMembers[name].type}, but returned ${String(port)}`);
  }
  const missing = missingMembers(name, port);
  if (missing.length > 0) {
    throw fail(`must return ${portMembers[name].type}, but its result lacks ${missing.join(', ')}`);
  }
  return outcome.value;
};

/** The whole message in one line: the lines after the first often have the reason. */
export const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.trim().replace(/\s*\n\s*/g, ' ');
};
