export { seededRandom } from '../conformance/seeded-random.ts';

/** The seed of this run. Tests print it when they fail; set SEED to repeat a run. */
export const runSeed = Number(process.env['SEED'] ?? Math.floor(1e6 * Math.random()));

const factor = Number(process.env['RUNS'] ?? 1);

/** How often a random test runs: usually `usual` times, and RUNS times as often if that is set. */
export const randomRuns = (usual: number): number => Math.ceil(usual * factor);
