/** What is kept of decisions. */

/** Pairs of an action and a resource for which a caller's statements are kept. A few hundred bytes each. */
export const shortlistsMax = 1000
