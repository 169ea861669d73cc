/** Ends work early, after its current step. Accepts an AbortSignal. */
export interface Signal {
  readonly aborted: boolean;
}

export const never: Signal = { aborted: false };
