/** What enforces throughput. AWS publishes some of these numbers; the others are close enough to it. */

/** AWS: how many seconds' worth of unused provisioned capacity are kept for bursts. */
export const burstSeconds = 300
/** The same for limits that are not bought in advance: on-demand capacity and key ranges. */
export const briefBurstSeconds = 1
/** AWS: an on-demand table serves this many times its previous peak at once. */
export const peakHeadroom = 2
/** A peak is an average over this long. */
export const peakWindowMs = 60_000
/** AWS: what one partition serves in a second. */
export const keyRangeReadUnitsMax = 3_000
export const keyRangeWriteUnitsMax = 1_000
/** Tables whose use one server keeps an account of; the one whose account is oldest is forgotten first. */
export const allowanceTablesMax = 10_000
/** How old the settings may be that a table in use is limited by, if another server has changed them. */
export const settingsAgeMsMax = 5_000
/** Tables whose settings are read at a time. */
export const settingsReadMax = 50
