/** Limits for all engines. */

/** Connections in one pool of one server: a database has a few hundred for all of its clients. */
export const poolConnectionsMax = 1_000

/** Keys in one read of an engine that reads in this process: 6 MB of the largest items, some milliseconds. */
export const keysPerLocalRead = 16
