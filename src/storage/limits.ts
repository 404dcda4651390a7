/** What any engine is held to. */

/** Connections that one pool of one server may hold: a database has hundreds for all of them. */
export const poolConnectionsMax = 1_000
