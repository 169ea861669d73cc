/**
 * Loaded before a service, with `--import`: its clocks run at the rate in CLOCK_RATE. The wall clock drifts by at most three
 * seconds: the service rejects tokens from further in the future.
 */
const rate = Number(process.env['CLOCK_RATE']);
const maxDriftMs = 3_000;

const monotonic = performance.now.bind(performance);
const wall = Date.now.bind(Date);
const start = monotonic();

const drift = (): number => (monotonic() - start) * (rate - 1);

performance.now = () => monotonic() + drift();
Date.now = () => Math.round(wall() + Math.max(-maxDriftMs, Math.min(maxDriftMs, drift())));
