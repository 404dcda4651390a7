/** The rhythm of the expiry sweep. */

/** How often a server looks for items that have expired, unless it is told otherwise. */
export const expirySweepIntervalMs = 1000
