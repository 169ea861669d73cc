declare const brand: unique symbol;

/** A `Base` that went through the one parser which vouches for `Name`. Exists for the compiler only. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
