/** The oldest Node that the service runs on, as in `engines` of the package. */
const oldestNode = 24;

/**
 * Ends a program on a Node that is too old with a sentence and code 1. Call it before anything is imported that needs
 * more: an import of a module that this Node does not have fails before any line runs.
 */
export const requireNode = (): void => {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= oldestNode) return;
  process.stderr.write(`Quoin needs Node ${oldestNode} or later, this is ${node}\n`);
  process.exit(1);
};
