/** What types and fields say of themselves in their `extensions`, for plans. rules.ts holds them to it. */

/** One immutable object, shared by many answers (the read model keeps it with its row): its text may be kept as well. */
export const sharedView = { isShared: true };

/** The resolver looks at nothing but its object, and how links to the service begin, by which texts are kept apart. */
export const pureField = { isPure: true };

/** The resolver takes `info`, or what it answers may be of several types: there is no plan of a query that asks for the field. */
export const executorField = { needsExecutor: true };
