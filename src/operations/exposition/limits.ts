/** How much of what was measured is shown to those who scrape it. */
import { minuteMs } from '../../metrics/limits.js'

/** Tables that have lines of their own; the others are added up as `other`. */
export const namedTablesMax = 500
/** A table that was not used for so long makes room for one that is. */
export const namedTableIdleMinutes = 60
/** How old the settings and sizes of tables may be, as they are shown, and how long a scrape waits for them. */
export const tableFactsAgeMs = minuteMs / 2
export const tableFactsWaitMs = 2_000
