/** How often the work of global tables is done, and the service's limits. */

/** How often global tables are looked for whose work was not announced. */
export const groupsIntervalMs = 5_000
/** How soon a member is looked at again that waits for something. */
export const groupsPollMs = 200
/** How often a request starts over because a global table has changed meanwhile. */
export const groupAttemptsMax = 10
/** AWS: for this long a region that was the source of a new replica has to stay. */
export const sourceStaysMs = 24 * 60 * 60 * 1000
/** Links that an account may have: one for each region elsewhere. */
export const linksMax = 100
/** Global tables that are read at a time when all are looked at. */
export const globalTablesPage = 100
