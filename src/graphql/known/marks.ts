/** What types and fields say of themselves in their `extensions`, for the plans of known queries. */

/** One immutable object, shared by many answers (the read model keeps it with its row): its text may be kept as well. */
export const sharedView = { isShared: true };

/** The resolver looks at nothing but its object, and how links to the service begin, by which texts are kept apart. */
export const pureField = { isPure: true };
