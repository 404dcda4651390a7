/** The rhythm of background work. */

/** How often a server looks for background work that nobody told it about, or tries again what failed. */
export const backgroundSweepIntervalMs = 10_000
/** How far apart a server tries to reach a database that is not there. */
export const storeRetryMsMin = 250
export const storeRetryMsMax = 5_000
/** Servers that share a store: a lease on its background work that stood still for this long is free. */
export const leaseDurationMs = 10_000
/** How often the lease is renewed by its holder and looked at by the others. */
export const leaseRenewalMs = 2_500
