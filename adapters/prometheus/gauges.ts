import { Counter, Gauge, type Aggregator } from 'prom-client';

interface Described {
  readonly name: string;
  readonly help: string;
}

/** A gauge that is read when the metrics are collected. */
export const gauge = (name: string, help: string, read: () => number): void => {
  new Gauge({
    name,
    help,
    collect() {
      this.set(read());
    },
  });
};

/**
 * A gauge that can be unknown; then it has no value.
 *
 * @param aggregator what the primary does with the values of its workers.
 */
export const possibleGauge = (
  { name, help }: Described,
  aggregator: Aggregator,
  read: () => Promise<number | undefined> | number | undefined,
): void => {
  new Gauge({
    name,
    help,
    aggregator,
    async collect() {
      const value = await read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
};

/** A counter whose values are counted elsewhere. */
export const counter = <Label extends string>(
  { name, help }: Described,
  labelNames: readonly Label[],
  read: () => Iterable<readonly [Readonly<Record<Label, string>>, number]>,
): void => {
  new Counter({
    name,
    help,
    labelNames: [...labelNames],
    collect() {
      this.reset();
      for (const [labels, value] of read()) this.inc(labels, value);
    },
  });
};
