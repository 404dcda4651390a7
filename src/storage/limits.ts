/** Limits for all engines. */

/** Connections in one pool of one server: a database has a few hundred for all of its clients. */
export const poolConnectionsMax = 1_000
